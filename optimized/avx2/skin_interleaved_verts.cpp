#include "../common/operations.h"
#include "whole_verts.h"

void skin_interleaved_verts(ulna_textured_vertex* dst, const ulna_textured_vertex* src,
                            const ulna_mat44* palette, const uint16_t* joint_indices,
                            const float* joint_weights, int32_t num_verts) {
  skin_whole<SkinWholeVerts>(dst, src, palette, joint_indices, joint_weights, num_verts);
}
