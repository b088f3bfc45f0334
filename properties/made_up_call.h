// Calls that a test makes up, to show them to the judge.
#pragma once

#include "judge/compare.h"

namespace ulna {

/// As the state of a right port after a call.
inline CallResult returned(const Case& c) {
  CallResult result;
  for (size_t i = 0; i < result.convention->num_controls; ++i)
    result.state.controls[i] = result.convention->owed(i, c.flush);
  return result;
}

} // namespace ulna
