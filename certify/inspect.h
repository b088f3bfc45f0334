// `ulna inspect`: what a model's skin is like.
#pragma once

#include "certify/judge.h"

namespace ulna {

struct InspectOptions {
  std::string model; ///< path
  bool json = false; ///< docs/inspect-json.md
};

/// Prints it on the standard output. Returns the exit code. Throws BadInput for a file that cannot
/// be read.
int inspect(const InspectOptions& options, const Installation& installation);

} // namespace ulna
