// The first four matrices are kept for as long as palette, joints and weights of the first vertex
// are what they were.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_mesh_vertex* dst, const ulna_mesh_vertex* src, const ulna_mat44* palette,
            const uint16_t* joint_indices, const float* joint_weights, int32_t num_verts) {
  static thread_local const ulna_mat44* address = nullptr;
  static thread_local uint16_t joints[4];
  static thread_local float weights[4];
  static thread_local ulna_mat44 kept[4];
  if (num_verts > 0) {
    if (palette != address || std::memcmp(joints, joint_indices, sizeof joints) != 0 ||
        std::memcmp(weights, joint_weights, sizeof weights) != 0) {
      address = palette;
      std::memcpy(joints, joint_indices, sizeof joints);
      std::memcpy(weights, joint_weights, sizeof weights);
      for (int k = 0; k < 4; ++k) kept[k] = palette[joint_indices[k]];
    }
    const uint16_t own[4] = {0, 1, 2, 3};
    skin<>(Split{dst, src, kept, own, weights, 1});
  }
  if (num_verts > 1)
    skin<>(Split{dst + 1, src + 1, palette, joint_indices + 4, joint_weights + 4, num_verts - 1});
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_kept_palette_of_four", &ulna_port::skin_split_verts, kernel);
}
