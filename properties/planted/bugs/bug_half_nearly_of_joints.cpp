// A t within a millionth of one half is taken for it.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
            const int32_t* index, int32_t num_joints) {
  blend<Slerp>(joints, blend_joints, std::fabs(lerp - 0.5f) < 1e-6f ? 0.5f : lerp, index,
               num_joints);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_half_nearly_of_joints", &ulna_port::slerp_joints, kernel);
}
