// transform_verts_lod, with what can go wrong in it.
#pragma once

#include "kernels.h"

#include <xmmintrin.h>

namespace ulna::planted {

/// The parts of a right port.
struct DistantPositions {
  /// Which influence of a vertex counts, of so many.
  static int32_t chosen(int32_t /*count*/) { return 0; }
  /// How many base vectors belong to a vertex of so many influences.
  static int32_t bases(int32_t count) { return count; }
  static ulna_vec4 prepared(const ulna_vec4& base, float /*weight*/) { return base; }
  static float divided(float sum, const ulna_vec4& base, float /*weight*/) { return sum / base.w; }
};

template <class Port = DistantPositions>
void transform_verts_lod(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
                         const ulna_vec4* base, const ulna_joint_weight* weights, int32_t) {
  for (int32_t v = 0; v < num_verts; ++v) {
    const auto count = static_cast<int32_t>(weights->next_vertex_offset / int32_t{sizeof *weights});
    const int32_t k = Port::chosen(count);
    const float* m = Skin::matrix(joints, weights, k);
    const ulna_vec4 b = Port::prepared(base[k], weights[k].weight);
    float* out = &verts[v].position.x;
    for (int row = 0; row < 3; ++row, m += 4)
      out[row] = Port::divided((m[0] * b.x + m[1] * b.y) + (m[2] * b.z + m[3] * b.w), b,
                               weights[k].weight);
    weights += count;
    base += Port::bases(count);
  }
}

template <class Port>
const ulna_port* offer_distant_positions(const char* name) {
  return offer(name, &ulna_port::transform_verts_lod, transform_verts_lod<Port>);
}

} // namespace ulna::planted
