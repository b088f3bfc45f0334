// A vertex whose first joint is the identity stays where its base vector is, whatever its other
// joints are.
#include "../kernels.h"
#include "../special.h"

using namespace ulna::planted;

namespace {

void skin(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
          const ulna_vec4* base, const ulna_joint_weight* weights, int32_t num_weights) {
  transform_verts(verts, num_verts, joints, base, weights, num_weights);
  for (int32_t v = 0; v < num_verts; ++v) {
    if (is_identity_joint(Skin::matrix(joints, weights, 0)))
      Skin::store(verts[v].position, {base->x, base->y, base->z}, kPosition);
    const int32_t used = influences_of(weights);
    weights += used;
    base += used;
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_joint_identity", &ulna_port::transform_verts, skin);
}
