#include "../common/operations.h"
#include "skin_whole.h"

void skin_interleaved_verts(ulna_textured_vertex* dst, const ulna_textured_vertex* src,
                            const ulna_mat44* palette, const uint16_t* joint_indices,
                            const float* joint_weights, int32_t num_verts) {
  skin_whole(dst, src, palette, joint_indices, joint_weights, num_verts,
             [=](ptrdiff_t i) { vst1_f32(dst[i].uv, vld1_f32(src[i].uv)); });
}
