#include "../common/blend_fours.h"
#include "../common/operations.h"
#include "four_sums.h"

[[gnu::flatten]] void slerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints,
                                   float lerp, const int32_t* index, int32_t num_joints) {
  slerp_fours(joints, blend_joints, lerp, index, num_joints, four_sums);
}
