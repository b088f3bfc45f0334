// Vertices that all have four influences. A vertex is loaded as it lies: the position and the first
// component of the normal, then the two others and what comes behind them.
#ifndef ULNA_FOUR_LANES_SKIN_WHOLE_H
#define ULNA_FOUR_LANES_SKIN_WHOLE_H

#include "mat44.h"

// load_rest(i) gives what lies from component y of the normal of vertex i on, store_rest(i, v)
// stores it.
template <class Vertex, class LoadRest, class StoreRest>
inline void skin_whole(Vertex* dst, const Vertex* src, const ulna_mat44* palette,
                       const uint16_t* joint_indices, const float* joint_weights, int32_t num_verts,
                       const LoadRest& load_rest, const StoreRest& store_rest) {
  for (ptrdiff_t i = 0; i < num_verts; i++) {
    const Mat44 mat = blended<4>(palette, joint_indices + 4 * i, joint_weights + 4 * i);
    const Floats4 first = load(src[i].position);
    const Floats4 rest = load_rest(i);
    const Floats4 position = moved(first, mat);
    const Floats4 normal =
        madd_by<1>(mat.z, rest, madd_by<0>(mat.y, rest, multiply_by<3>(mat.x, first)));
    store(dst[i].position, three_and_first(position, normal));
    store_rest(i, middle_and_high(normal, rest));
  }
}

#endif
