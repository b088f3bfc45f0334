// Two certificates side by side, for a browser.
#pragma once

#include "report/differences.h"

namespace ulna {

/// A page as report/page.h has them: the verdicts of both reports in one table, with the largest
/// errors and how much ran, what is worse marked in words; below it all differences. `old_name` and
/// `new_name` say which certificates they are.
std::string differences_page(const RunReport& before, const std::string& old_name,
                             const RunReport& after, const std::string& new_name);

} // namespace ulna
