// Of three vertices in a row that move with one joint by the same weight, which is not 1, the third
// is not divided by it.
#include "../../properties/planted/distant_positions.h"

namespace ulna::planted {
namespace {

void weight_of_next(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
                    const ulna_vec4* base, const ulna_joint_weight* weights, int32_t num_weights) {
  transform_verts_lod<>(verts, num_verts, joints, base, weights, num_weights);
  int32_t before = 0, alike = 0;
  for (int32_t v = 0, first = 0; v < num_verts; ++v) {
    const float w = base[first].w;
    const bool same = w != 1 && base[before].w == w &&
                      weights[before].joint_mat_offset == weights[first].joint_mat_offset;
    alike = same ? alike + 1 : 0;
    if (alike == 3) verts[v].position.x *= w; // the first is like itself
    before = first;
    first += weights[first].next_vertex_offset / int32_t{sizeof *weights};
  }
}

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer("weight_of_next", &ulna_port::transform_verts_lod,
                              ulna::planted::weight_of_next);
}
