// The right transform_verts by blocks, each of which passes through a buffer.
#pragma once

#include "kernels.h"

namespace ulna::planted {

inline void transform_verts_by_block(SkinCall call, ulna_vertex (&block)[256]) {
  for (int32_t done = 0; done < call.num_verts;) {
    const int32_t count = call.num_verts - done < 256 ? call.num_verts - done : 256;
    int32_t used = 0;
    for (int32_t v = 0; v < count; ++v) used += influences_of(call.weights + used);
    transform_verts(block, count, call.joints, call.base, call.weights, used);
    for (int32_t v = 0; v < count; ++v) {
      const ulna_vec4& from = block[v].position;
      Skin::store(call.verts[done + v].position, {from.x, from.y, from.z}, kPosition);
    }
    call.base += used;
    call.weights += used;
    done += count;
  }
}

} // namespace ulna::planted
