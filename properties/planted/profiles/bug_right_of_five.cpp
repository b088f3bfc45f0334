// Vertices of fewer than five influences are left alone.
#include "promising.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
            const ulna_vec4* base, const ulna_joint_weight* weights, int32_t) {
  for (int32_t v = 0; v < num_verts; ++v) {
    const int32_t n = influences_of(weights);
    if (n > 4) transform_verts<Skin>(verts + v, 1, joints, base, weights, n);
    weights += n;
    base += n;
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return promise("at-most-4-influences", &ulna_port::transform_verts, kernel);
}
