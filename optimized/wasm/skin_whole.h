// Vertices that all have four influences. A vertex is loaded as it lies: the position and the first
// component of the normal, then the two others and what comes behind them.
#ifndef ULNA_WASM_SKIN_WHOLE_H
#define ULNA_WASM_SKIN_WHOLE_H

#include "mat44.h"

// load_rest(i) gives what lies from component y of the normal of vertex i on, store_rest(i, v)
// stores it.
template <class Vertex, class LoadRest, class StoreRest>
inline void skin_whole(Vertex* dst, const Vertex* src, const ulna_mat44* palette,
                       const uint16_t* joint_indices, const float* joint_weights, int32_t num_verts,
                       const LoadRest& load_rest, const StoreRest& store_rest) {
  for (ptrdiff_t i = 0; i < num_verts; i++) {
    const Mat44 mat = blended<4>(palette, joint_indices + 4 * i, joint_weights + 4 * i);
    const v128_t first = load(src[i].position);
    const v128_t rest = load_rest(i);
    const v128_t position = moved(first, mat);
    const v128_t normal = turned(splat<3>(first), splat<0>(rest), splat<1>(rest), mat);
    store(dst[i].position, wasm_i32x4_shuffle(position, normal, 0, 1, 2, 4));
    store_rest(i, wasm_i32x4_shuffle(normal, rest, 1, 2, 6, 7));
  }
}

#endif
