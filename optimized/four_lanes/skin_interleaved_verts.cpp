#include "../common/operations.h"
#include "skin_whole.h"

void skin_interleaved_verts(ulna_textured_vertex* dst, const ulna_textured_vertex* src,
                            const ulna_mat44* palette, const uint16_t* joint_indices,
                            const float* joint_weights, int32_t num_verts) {
  // uv lies in the upper half of the rest, and goes along.
  skin_whole(
      dst, src, palette, joint_indices, joint_weights, num_verts,
      [=](ptrdiff_t i) { return load(src[i].normal + 1); },
      [=](ptrdiff_t i, Floats4 rest) { store(dst[i].normal + 1, rest); });
}
