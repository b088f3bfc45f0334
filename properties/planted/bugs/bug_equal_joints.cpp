// An influence of the same joint as the one before it is lost. A saved reload of the matrix that
// saves the sum too; the contract does not say that a vertex names a joint once.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct EqualJoints : Skin {
  static const float* matrix(const ulna_joint_mat* joints, const ulna_joint_weight* own,
                             int32_t k) {
    static constexpr float nothing[12] = {};
    const bool again = k > 0 && own[k].joint_mat_offset == own[k - 1].joint_mat_offset;
    return again ? nothing : Skin::matrix(joints, own, k);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_equal_joints", &ulna_port::transform_verts, transform_verts<EqualJoints>);
}
