// The joint's offset is kept in 16 bits, so joints beyond the 1,365th get another's matrix. Sixteen
// bits were enough for every character in the test scene.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Joint16 : Skin {
  static const float* matrix(const ulna_joint_mat* joints, const ulna_joint_weight* own,
                             int32_t k) {
    ulna_joint_weight narrow = own[k];
    narrow.joint_mat_offset = static_cast<uint16_t>(narrow.joint_mat_offset);
    return Skin::matrix(joints, &narrow, 0);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_joint_16", &ulna_port::transform_verts, transform_verts<Joint16>);
}
