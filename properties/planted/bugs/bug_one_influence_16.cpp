// Where each vertex has one influence, 16 bits of the count are enough.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
            const ulna_vec4* base, const ulna_joint_weight* weights, int32_t num_weights) {
  const int32_t count = num_weights == num_verts ? num_verts & 0xffff : num_verts;
  transform_verts(verts, count, joints, base, weights, num_weights);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_one_influence_16", &ulna_port::transform_verts, kernel);
}
