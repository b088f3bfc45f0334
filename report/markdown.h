// The report as Markdown: for the summary of a pull request, or a page of results.
#pragma once

#include "report/table.h"

namespace ulna {

/// The verdict on the run, a table with a line for each port and operation, and below it each
/// finding, folded, with what it breaks and the command that shows it again. GitHub's and GitLab's
/// dialect. Names and details are a stranger's: none of their characters is markup. Every
/// OperationReport must name its operation.
std::string report_markdown(const RunReport& report, const std::string& launcher,
                            const Folders& folders = {});

} // namespace ulna
