#include "../common/operations.h"
#include "whole_verts.h"

#include <cstring>

void skin_interleaved_verts(ulna_textured_vertex* dst, const ulna_textured_vertex* src,
                            const ulna_mat44* palette, const uint16_t* joint_indices,
                            const float* joint_weights, int32_t num_verts) {
  skin_whole_verts(dst, src, palette, joint_indices, joint_weights, num_verts,
                   [](ulna_textured_vertex& to, const ulna_textured_vertex& from) {
                     std::memcpy(to.uv, from.uv, sizeof to.uv);
                   });
}
