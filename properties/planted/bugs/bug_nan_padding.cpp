// An odd influence is paired with joint 0 at weight zero: a NaN or an infinity there spoils
// vertices that do not depend on that joint. Two influences per step, and no tail.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

bool is_padding(const ulna_joint_weight* own, int32_t k) {
  return k > 0 && own[k - 1].next_vertex_offset == sizeof(ulna_joint_weight);
}

struct Padded : Skin {
  static int32_t influences(int32_t count) { return count + count % 2; }
  static const float* matrix(const ulna_joint_mat* joints, const ulna_joint_weight* own,
                             int32_t k) {
    return is_padding(own, k) ? joints->m : Skin::matrix(joints, own, k);
  }
  static float weight(const ulna_joint_weight* own, int32_t k) {
    return is_padding(own, k) ? 0 : own[k].weight;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_nan_padding", &ulna_port::transform_verts_and_tangents,
               transform_verts_and_tangents<Padded>);
}
