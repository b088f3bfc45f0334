// The largest error of slerp_joints with unit quaternions, looked for where its scales are worst.
#pragma once

#include "sweep/scale_tally.h"

namespace ulna::sweep {

/// Tries `count` pairs, most of them at the first of the cosines, many with a component along the
/// error of the two scales, some anywhere from `low` to `high`. Pairs of which both signs are right
/// are left out. Throws PortFailed.
FoundError find_error(SlerpProbe& probe, float t, const std::vector<WorstCosine>& worst, double low,
                      double high, uint64_t count, uint64_t seed);

} // namespace ulna::sweep
