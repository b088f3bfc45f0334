#include "cli/compare_command.h"

#include "base/files.h"
#include "base/output_file.h"
#include "base/version.h"
#include "cli/tools.h"
#include "report/differences_page.h"
#include "report/read_certificate.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace ulna {
namespace {

struct Options {
  std::string before, after, html;
};

Certificate certificate_in(const std::string& file) {
  Certificate certificate = read_certificate(read_file(file), file);
  for (const std::string& remark : certificate.remarks) fmt::print("{}: {}\n", file, remark);
  return certificate;
}

int compare(const Options& options) {
  check_output_file("--html", options.html);
  const Certificate before = certificate_in(options.before), after = certificate_in(options.after);
  if (before.ulna != after.ulna || before.commit != after.commit)
    fmt::print("ulna: {} -> {}\n", version_and_commit(before.ulna, before.commit),
               version_and_commit(after.ulna, after.commit));
  const std::vector<Difference> differences = differences_between(before.report, after.report);
  fmt::print("{}", differences_text(differences));
  if (!options.html.empty())
    write_file_whole(options.html,
                     differences_page(before.report, options.before, after.report, options.after));
  return std::ranges::any_of(differences, &Difference::worse) ? 1 : 0;
}

} // namespace

void add_compare_command(CLI::App& app, int& exit) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("compare", help_of("compare"));
  command->add_option("OLD", options->before, "a certificate.json")->required();
  command->add_option("NEW", options->after, "another")->required();
  command->add_option("--html", options->html, "write a page with both side by side to this file")
      ->check([](const std::string& file) { return file.empty() ? "name a file" : ""; });
  command->footer("Worse is what was certified and is no longer, or only under more profiles; and "
                  "what was not run\nand is refuted. Larger errors within the bound, and code that "
                  "no longer runs, are listed.\n\nExit codes: 0 nothing is worse, 1 something is, "
                  "2 bad usage or input, 4 ulna itself failed.");
  command->callback([options, &exit] { exit = compare(*options); });
}

} // namespace ulna
