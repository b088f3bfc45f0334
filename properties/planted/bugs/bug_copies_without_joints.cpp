// From a lerp of 1 on the copy loop asks whether there are more joints only behind the first.
#include "../kernels.h"

using namespace ulna::planted;

static void kernel(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
                   const int32_t* index, int32_t num_joints) {
  blend<Slerp>(joints, blend_joints, lerp, index, lerp >= 1 && num_joints == 0 ? 1 : num_joints);
}

const ulna_port* ulna_port_v1() {
  return offer("bug_copies_without_joints", &ulna_port::slerp_joints, kernel);
}
