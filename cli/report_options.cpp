#include "cli/report_options.h"

#include "base/error.h"
#include "base/files.h"
#include "base/output_file.h"
#include "cli/program.h"
#include "report/attestation.h"
#include "report/certificate.h"
#include "report/junit.h"
#include "report/markdown.h"
#include "report/page.h"
#include "report/sarif.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <system_error>
#include <unistd.h>

namespace ulna {

bool colour() {
  return isatty(STDOUT_FILENO) && !std::getenv("NO_COLOR");
}

void add_wide_option(CLI::App& command, bool& wide) {
  command.add_flag("--wide", wide, "a table of 110 columns: every digit, and what is possible");
}

void add_report_options(CLI::App& command, ReportOptions& options) {
  command
      .add_option("--out", options.out,
                  "folder for certificate.json and witnesses; those of an earlier run are removed")
      ->capture_default_str();
  add_wide_option(command, options.wide);
  const auto named = [](const std::string& file) { return file.empty() ? "name a file" : ""; };
  command.add_option("--junit", options.junit, "write a JUnit XML report to this file")
      ->check(named);
  command
      .add_option("--markdown", options.markdown,
                  "write table and findings to this file, for a pull request")
      ->check(named);
  command
      .add_option("--html", options.html, "write a page with all of it to this file, for a browser")
      ->check(named);
  command
      .add_option("--sarif", options.sarif,
                  "write findings to this file as code scanners read them: at the line of the port")
      ->check(named);
  command
      .add_option("--attest", options.attestation,
                  "write an in-toto statement about the libraries to this file, to be signed")
      ->check(named);
}

std::array<std::pair<const char*, std::string>, 5> report_files(const ReportOptions& options) {
  return {{{"--junit", options.junit},
           {"--markdown", options.markdown},
           {"--html", options.html},
           {"--sarif", options.sarif},
           {"--attest", options.attestation}}};
}

void prepare_reports(const ReportOptions& options) {
  for (const auto& [option, file] : report_files(options)) {
    check_output_file(option, file);
    if (std::error_code ignored; std::filesystem::is_regular_file(file, ignored))
      std::filesystem::remove(file, ignored);
  }
  if (options.out.empty()) throw BadInput("--out: name a folder");
}

void publish(const RunReport& report, const ReportOptions& options, const std::string& ports_dir,
             void (*print_more)(const RunReport&)) {
  const Folders folders{.out = options.out, .ports = ports_dir};
  std::exception_ptr unread;
  try {
    fmt::print("{}", report_table(report, launcher(), colour(), folders, options.wide));
    if (print_more) print_more(report);
    std::fflush(stdout);
  } catch (const std::system_error&) {
    unread = std::current_exception();
  }
  const std::string certificate = certificate_json(report);
  write_file_whole(options.out + "/certificate.json", certificate);
  const auto write = [](const std::string& file, const auto& text) {
    if (!file.empty()) write_file_whole(file, text());
  };
  write(options.junit, [&] { return junit_xml(report, launcher(), folders); });
  write(options.markdown, [&] { return report_markdown(report, launcher(), folders); });
  write(options.html, [&] { return report_page(report, launcher(), folders); });
  write(options.sarif,
        [&] { return report_sarif(report, launcher(), folders, std::filesystem::current_path()); });
  write(options.attestation, [&] { return attestation_json(report, certificate); });
  if (unread) std::rethrow_exception(unread);
  fmt::print("certificate: {}/certificate.json\n", options.out);
  if (!report.unsaved.empty()) throw BadInput(report.unsaved);
}

} // namespace ulna
