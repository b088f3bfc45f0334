// A base position of 0, 0, 0, 1 lies on the joint, and is put where the first joint is: but it lies
// there in the spaces of all joints.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void skin(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
          const ulna_vec4* base, const ulna_joint_weight* weights, int32_t num_weights) {
  transform_verts_and_tangents(verts, num_verts, joints, base, weights, num_weights);
  for (int32_t v = 0; v < num_verts; ++v, base += 3) {
    const float* const m = Skin::matrix(joints, weights, 0);
    if (base->x == 0 && base->y == 0 && base->z == 0 && base->w == 1)
      Skin::store(verts[v].position, {m[3], m[7], m[11]}, kPosition);
    weights += influences_of(weights);
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_base_at_joint", &ulna_port::transform_verts_and_tangents, skin);
}
