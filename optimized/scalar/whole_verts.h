// Whole vertices of four influences each.
#ifndef ULNA_SCALAR_WHOLE_VERTS_H
#define ULNA_SCALAR_WHOLE_VERTS_H

#include "collapsed.h"

// copy_rest(to, from) copies what of a vertex is not skinned.
template <class Vertex, class CopyRest>
void skin_whole_verts(Vertex* dst, const Vertex* src, const ulna_mat44* palette,
                      const uint16_t* joint_indices, const float* joint_weights, int32_t num_verts,
                      CopyRest copy_rest) {
  for (int32_t i = 0; i < num_verts; i++) {
    const Collapsed by = collapsed(palette, joint_indices, joint_weights, 4);
    skin_position(dst[i].position, src[i].position, by);
    skin_normal(dst[i].normal, src[i].normal, by);
    copy_rest(dst[i], src[i]);
    joint_indices += 4;
    joint_weights += 4;
  }
}

#endif
