// The eighth influence of a vertex, and no other, is lost. An unrolled loop that falls out one step
// early where its tail takes over.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Eighth : Skin {
  static const float* matrix(const ulna_joint_mat* joints, const ulna_joint_weight* own,
                             int32_t k) {
    static constexpr float nothing[12] = {};
    return k == 7 ? nothing : Skin::matrix(joints, own, k);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_eighth_influence", &ulna_port::transform_verts, transform_verts<Eighth>);
}
