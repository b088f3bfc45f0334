#include "../common/operations.h"
#include "skin_whole.h"

void skin_split_verts(ulna_mesh_vertex* dst, const ulna_mesh_vertex* src, const ulna_mat44* palette,
                      const uint16_t* joint_indices, const float* joint_weights,
                      int32_t num_verts) {
  skin_whole(
      dst, src, palette, joint_indices, joint_weights, num_verts,
      [=](ptrdiff_t i) { return load_two(src[i].normal + 1); },
      [=](ptrdiff_t i, Floats4 rest) { store_two(dst[i].normal + 1, rest); });
}
