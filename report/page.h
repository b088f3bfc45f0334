// The report as a page that is looked at in a browser.
#pragma once

#include "report/additions.h"
#include "report/table.h"

namespace ulna {

/// One HTML file that needs nothing else: no network, no other file. It follows the reader's choice
/// of light or dark, prints with all that is folded away, and is well-formed XML. Of each operation
/// it has the verdict, findings and largest errors with their witnesses, how errors are distributed
/// against the bound, what never ran and the contract in full. Witnesses are those of the report
/// or, where it was read from a certificate, of the files in `folders.out`; one that is missing is
/// said to be. `remarks` stand at the top; additions where they belong. Text of strangers is shown,
/// never interpreted; what is no UTF-8 becomes U+FFFD. Every OperationReport must name its
/// operation.
std::string report_page(const RunReport& report, const std::string& launcher = "ulna",
                        const Folders& folders = {}, const std::vector<std::string>& remarks = {},
                        const Additions& additions = {});

} // namespace ulna
