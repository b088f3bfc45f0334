// Beyond eight influences takes them in twos: an odd one goes with zero times the next vertex's.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
            const ulna_vec4* base, const ulna_joint_weight* weights, int32_t num_weights) {
  transform_verts<Skin>(verts, num_verts, joints, base, weights, num_weights);
  for (int32_t v = 0; v + 1 < num_verts; ++v) {
    const int32_t all = influences_of(weights);
    weights += all;
    base += all;
    if (all <= 8 || all % 2 == 0) continue;
    auto& position = verts[v].position;
    position.x += 0 * base->x;
    position.y += 0 * base->y;
    position.z += 0 * base->z;
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_next_base_times_zero", &ulna_port::transform_verts, kernel);
}
