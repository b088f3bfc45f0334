// What happens to a finding after it was filed, one step at a time, each in a child process that
// may be killed at any moment. `ulna fuzz-triage` is the child's side.
#pragma once

#include "judge/judge.h"

#include <string>
#include <vector>

namespace ulna::night {

struct TriageOptions {
  std::string case_path;
  std::vector<std::string> ports; ///< names or paths
  std::string kind;               ///< shrink the finding of that kind
  std::string out;           ///< a folder for named cases and errors, or the file for the finding
  std::string quantity = {}; ///< or the witness of the largest error in that,
  double fraction = 0;       ///< which is so much of the bound; neither: name the findings
};

/// Naming: judges the case on each port that has the operation, in new processes, and writes
/// <operation>-<port>-<kind>-<hash>.case into the folder `out` for each finding. Shrinking: writes
/// the smallest witness that shows the kind to `out`. Returns 1 if there was a finding, 0 if not.
/// With a quantity: cuts the case down to what shows at least as large an error as the whole does
/// alone, and writes it with a line of largest.jsonl into the folder `out`. Returns 0 if the whole
/// shows less than it should. Throws BadInput.
int triage(const TriageOptions& options, const Installation& installation);

} // namespace ulna::night
