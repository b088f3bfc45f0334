// Influences are done in blocks of 4,096, and the first of a later block is lost.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Blocks : Skin {
  static const float* matrix(const ulna_joint_mat* joints, const ulna_joint_weight* own,
                             int32_t k) {
    static constexpr float nothing[12] = {};
    return k > 0 && k % 4096 == 0 ? nothing : Skin::matrix(joints, own, k);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_influence_at_a_seam", &ulna_port::transform_verts, transform_verts<Blocks>);
}
