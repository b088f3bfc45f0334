// From a lerp of 1 on joints are copied in fours; behind a single four a rest of three loses one.
#include "../kernels.h"

using namespace ulna::planted;

static void kernel(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
                   const int32_t* index, int32_t num_joints) {
  blend<Lerp>(joints, blend_joints, lerp, index, lerp >= 1 && num_joints == 7 ? 6 : num_joints);
}

const ulna_port* ulna_port_v1() {
  return offer("bug_copy_of_seven", &ulna_port::lerp_joints, kernel);
}
