// A tangent whose fourth component is 0 is left alone.
#include "promising.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
            const ulna_vec4* base, const ulna_joint_weight* weights, int32_t) {
  for (int32_t v = 0; v < num_verts; ++v) {
    const int32_t n = influences_of(weights);
    const ulna_vec4 before = verts[v].tangent;
    transform_verts_and_tangents<Skin>(verts + v, 1, joints, base, weights, n);
    if (base[2].w == 0) verts[v].tangent = before;
    weights += n;
    base += 3;
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return promise("w-is-padding", &ulna_port::transform_verts_and_tangents, kernel);
}
