// What happens to a finding after it was filed, one step at a time, each in a child process that
// may be killed at any moment. `ulna fuzz-triage` is the child's side.
#pragma once

#include "certify/judge.h"

#include <string>
#include <vector>

namespace ulna::night {

struct TriageOptions {
  std::string case_path;
  std::vector<std::string> ports; ///< names or paths
  std::string kind;               ///< empty: name the findings; else shrink the one of that kind
  std::string out;                ///< a folder for named cases, or the file for the shrunk one
};

/// Naming: judges the case on each port that has the operation, in new processes, and writes
/// <operation>-<port>-<kind>-<hash>.case into the folder `out` for each finding. Shrinking: writes
/// the smallest witness that shows the kind to `out`. Returns 1 if there was a finding, 0 if not.
/// Throws BadInput.
int triage(const TriageOptions& options, const Installation& installation);

} // namespace ulna::night
