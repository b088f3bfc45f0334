// Vertices that all have four influences, position and normal side by side.
#ifndef ULNA_NEON_SKIN_WHOLE_H
#define ULNA_NEON_SKIN_WHOLE_H

#include "mat44.h"

// copy_rest(i) copies what of vertex i is not skinned.
template <class Vertex, class CopyRest>
inline void skin_whole(Vertex* dst, const Vertex* src, const ulna_mat44* palette,
                       const uint16_t* joint_indices, const float* joint_weights, int32_t num_verts,
                       const CopyRest& copy_rest) {
  for (ptrdiff_t i = 0; i < num_verts; i++) {
    const Mat44 mat = blended<4>(palette, joint_indices + 4 * i, joint_weights + 4 * i);
    store_three(dst[i].position, moved(load_three(src[i].position), mat));
    store_three(dst[i].normal, turned(load_three(src[i].normal), mat));
    copy_rest(i);
  }
}

#endif
