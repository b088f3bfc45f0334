// The files that a report is written to, for the commands that have one.
#pragma once

#include "report/table.h"

#include <array>
#include <string>
#include <utility>

namespace CLI {
class App;
}

namespace ulna {

struct ReportOptions {
  std::string out = "ulna-out"; ///< folder of the certificate and the witnesses
  std::string junit, markdown, html, sarif, attestation;
  bool wide = false;
};

/// Whether standard output is a terminal that may have colours.
bool colour();

/// --wide.
void add_wide_option(CLI::App& command, bool& wide);

/// --out, --wide and an option for each file.
void add_report_options(CLI::App& command, ReportOptions& options);

/// The options that name a file, and those files; empty: none.
std::array<std::pair<const char*, std::string>, 5> report_files(const ReportOptions& options);

/// Files that are wanted beside the certificate. Their folders are looked at before hours of
/// judging; and those of an earlier run are removed, so that nobody takes them for this one's.
/// Throws BadInput with one line.
void prepare_reports(const ReportOptions& options);

/// Prints the table, then what `print_more` prints, and writes all files. First what costs hours:
/// where a disk is full, the files are lost, but not the verdicts; and where nobody reads them any
/// more (`| head`), the files are not. Throws BadInput with one line where witnesses or files are
/// lost.
void publish(const RunReport& report, const ReportOptions& options, const std::string& ports_dir,
             void (*print_more)(const RunReport&) = nullptr);

} // namespace ulna
