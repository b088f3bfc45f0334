// The report as continuous integration reads it.
#pragma once

#include "report/table.h"

namespace ulna {

/// JUnit XML: a testsuite for each port, a testcase for each operation. Refuted is a failure, not
/// run an error: what was not checked is never green, nor is a report or a port without operations.
/// Characters that XML 1.0 forbids and bytes that are not UTF-8 become U+FFFD. Every
/// OperationReport must name its operation.
std::string junit_xml(const RunReport& report, const std::string& launcher = "ulna",
                      const Folders& folders = {});

/// The text for the inside of an element or, with its line breaks kept, of an attribute.
std::string xml_escaped(std::string_view text, bool attribute = true);

} // namespace ulna
