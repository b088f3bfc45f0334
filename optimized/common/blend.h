// What slerp_joints and lerp_joints have in common, in every port that is written in C++.
#ifndef ULNA_OPTIMIZED_BLEND_H
#define ULNA_OPTIMIZED_BLEND_H

#include "ulna/port.h"

// Does all of a call whose lerp is not between 0 and 1. Returns whether there is blending to do.
inline bool has_to_blend(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
                         const int32_t* index, int32_t num_joints) {
  if (!(lerp > 0.0f)) return false; // a NaN, too
  if (lerp < 1.0f) return true;
  for (int32_t i = 0; i < num_joints; i++) joints[index[i]] = blend_joints[index[i]];
  return false;
}

#endif
