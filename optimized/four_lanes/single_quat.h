// One pair of quaternions.
#ifndef ULNA_FOUR_LANES_SINGLE_QUAT_H
#define ULNA_FOUR_LANES_SINGLE_QUAT_H

#include "vectors.h"

// In all lanes.
inline Floats4 dot(Floats4 a, Floats4 b) {
  return sum_of_lanes(multiply(a, b));
}

#endif
