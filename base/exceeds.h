// The comparison with a bound.
#pragma once

namespace ulna {

/// Whether an error is beyond its bound. NaN is: no comparison with it is true.
inline bool exceeds(double error, double bound) {
  return !(error <= bound);
}

} // namespace ulna
