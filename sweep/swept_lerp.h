// What a sweep of the scales of slerp_joints found for one t.
#pragma once

#include "sweep/slerp_pairs.h"

#include <vector>

namespace ulna::sweep {

/// A scale's largest error.
struct ScaleError {
  double error = 0; ///< infinite where the port gave no number
  float cosine = 0;
  float got = 0;
  double exact = 0;
};

/// A part of the range of cosines.
struct CosineCell {
  double from = 0; ///< largest errors of the two scales
  double to = 0;
  double possible = 0;
};
inline constexpr size_t kCosineCells = 256; ///< equal parts of [0, 1]; the last has those above 1

struct SweptLerp {
  float t = 0;
  bool from_sample = false; ///< the worst of the sample
  ScaleError from;          ///< of q0's scale
  ScaleError to;            ///< of q1's
  double possible = 0;      ///< the composed bound, over all cosines that were swept
  float worst_cosine = 0;   ///< where it is largest
  FoundError found;
  std::vector<CosineCell> cells; ///< kCosineCells
};

} // namespace ulna::sweep
