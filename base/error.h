// The ways in which ulna itself gives up.
#pragma once

#include <stdexcept>

namespace ulna {

/// What the user gave cannot be used. The message is one line that names the thing and the cure.
/// The command line prints it and exits with 2.
struct BadInput : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Nothing is wrong with what the user gave, but nothing can be checked with it here: the CPU lacks
/// a feature, or the port has no such operation. The command line exits with 3, as for the verdict.
struct NotRun : BadInput {
  using BadInput::BadInput;
};

/// ulna is wrong, for example two rungs of the ladder disagree. The run stops with exit code 4.
struct InternalError : std::logic_error {
  using std::logic_error::logic_error;
};

} // namespace ulna
