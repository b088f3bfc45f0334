// A joint within a ten-thousandth of the identity is taken for it.
#include "../kernels.h"
#include "../special.h"

using namespace ulna::planted;

namespace {

struct Bug : Skin {
  static const float* matrix(const ulna_joint_mat* joints, const ulna_joint_weight* own,
                             int32_t k) {
    static constexpr float identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    const float* const m = Skin::matrix(joints, own, k);
    return is_identity_joint(m, 1e-4f) ? identity : m;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_joint_nearly_identity", &ulna_port::transform_verts, transform_verts<Bug>);
}
