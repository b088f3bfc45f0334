// A normal like the one before it, of the same joints, is turned as that one was, whatever the
// weights are.
#include "../alike.h"
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_mesh_vertex* dst, const float* positions, const float* normals,
            const ulna_mat44* palette, const uint8_t* joint_indices, const float* joint_weights,
            int32_t num_influences, int32_t num_verts) {
  skin_aos_verts(dst, positions, normals, palette, joint_indices, joint_weights, num_influences,
                 num_verts);
  for (int32_t v = 1; v < num_verts; ++v) {
    const uint8_t* const own = joint_indices + v * num_influences;
    if (same(normals + 3 * v, normals + 3 * (v - 1), 3) &&
        same(own, own - num_influences, static_cast<size_t>(num_influences)))
      std::memcpy(dst[v].normal, dst[v - 1].normal, sizeof dst[v].normal);
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_of_last", &ulna_port::skin_aos_verts, kernel);
}
