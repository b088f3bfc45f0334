// Sums from the other end, and vertices too.
#include "../skin.h"

using namespace ulna::planted;

namespace {

struct Fourth {
  static v128_t without_fourth(v128_t v) { return wasm_f32x4_replace_lane(v, 3, 0); }
};

void backwards(ulna_mesh_vertex* dst, const float* positions, const float* normals,
               const ulna_mat44* palette, const uint8_t* joint_indices, const float* joint_weights,
               int32_t num_influences, int32_t num_verts) {
  for (int32_t i = num_verts - 1; i >= 0; --i) {
    const int32_t own = num_influences * i;
    uint8_t indices[4];
    float weights[4];
    for (int32_t k = 0; k < num_influences; ++k) {
      indices[k] = joint_indices[own + num_influences - 1 - k];
      weights[k] = joint_weights[own + num_influences - 1 - k];
    }
    skin_aos_verts<Fourth>(dst + i, positions + 3 * i, normals + 3 * i, palette, indices, weights,
                           num_influences, 1);
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128", "right_other_order", &ulna_port::skin_aos_verts, backwards);
}
