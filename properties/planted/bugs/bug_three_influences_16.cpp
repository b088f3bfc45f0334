// The loop for three influences counts 16 bits.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_mesh_vertex* dst, const float* positions, const float* normals,
            const ulna_mat44* palette, const uint8_t* joint_indices, const float* joint_weights,
            int32_t num_influences, int32_t num_verts) {
  skin_aos_verts(dst, positions, normals, palette, joint_indices, joint_weights, num_influences,
                 num_influences == 3 ? num_verts & 0xffff : num_verts);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_three_influences_16", &ulna_port::skin_aos_verts, kernel);
}
