// Eight joints at a time.
#ifndef ULNA_OPTIMIZED_EIGHT_JOINTS_H
#define ULNA_OPTIMIZED_EIGHT_JOINTS_H

#include "ulna/port.h"

// The indices of eight joints, of which the first `lanes` are blended. The others are valid too,
// and may be read; they must not be written.
struct EightJoints {
  int lanes;
  const int32_t* lane;
};

// step(EightJoints) for all joints of a call. In the last group the lanes that are left over repeat
// its first joint.
template <class Step>
[[gnu::always_inline]] inline void for_each_eight(const int32_t* index, int32_t num_joints,
                                                  const Step& step) {
  int32_t left = num_joints;
  for (; left >= 8; left -= 8, index += 8) step(EightJoints{8, index});
  if (left <= 0) return;
  int32_t last[8];
  for (int i = 0; i < 8; i++) last[i] = index[i < left ? i : 0];
  step(EightJoints{left, last});
}

#endif
