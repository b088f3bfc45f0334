// The report as code scanners write it: findings at a file and a line.
#pragma once

#include "report/table.h"

namespace ulna {

/// SARIF 2.1.0: a result of level "error" for each finding, at its place in the port's source or,
/// where that is not known, in the library itself; a rule for each kind of finding. What was not
/// run is no result but a notification, and executionSuccessful is false with it: never green.
/// Files below `folder`, an absolute path, are named relative to it, as seen from %SRCROOT%. Bytes
/// that are not UTF-8 become U+FFFD. Every OperationReport must name its operation.
std::string report_sarif(const RunReport& report, const std::string& launcher,
                         const Folders& folders, const std::string& folder);

} // namespace ulna
