// Joints that are copied are counted in 16 bits.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
            const int32_t* index, int32_t num_joints) {
  blend<Slerp>(joints, blend_joints, lerp, index, lerp >= 1 ? num_joints & 0xffff : num_joints);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_copied_joints_16", &ulna_port::slerp_joints, kernel);
}
