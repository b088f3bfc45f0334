// `ulna inspect`: what a model's skin is like.
#pragma once

#include "judge/judge.h"
#include "models/description.h"

namespace ulna {

struct InspectOptions {
  std::string model; ///< path
  bool json = false; ///< docs/inspect-json.md
};

/// The description as text for people. What read_description took is safe here.
std::string inspection(const Description& description, const std::string& model);

/// Prints it on the standard output. Returns the exit code. Throws BadInput for a file that cannot
/// be read.
int inspect(const InspectOptions& options, const Installation& installation);

} // namespace ulna
