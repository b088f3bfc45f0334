// A mesh is a run of floats: all are treated alike.
#include "../common/operations.h"

#include <arm_neon.h>

#include <algorithm>

void tween_verts(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b,
                 float t, int32_t num_vertices) {
  if (num_vertices <= 0) return;
  static_assert(sizeof(ulna_mesh_vertex) == 6 * sizeof(float), "no padding between vertices");
  const float* from = reinterpret_cast<const float*>(a);
  const float* to = reinterpret_cast<const float*>(b);
  float* out = reinterpret_cast<float*>(dst);
  // The last four floats may have some that are done: they come out the same again.
  const ptrdiff_t last = ptrdiff_t{6} * num_vertices - 4;
  for (ptrdiff_t i = 0;; i = std::min(i + 4, last)) {
    const float32x4_t part = vmulq_n_f32(vld1q_f32(from + i), 1.0f - t);
    vst1q_f32(out + i, vfmaq_n_f32(part, vld1q_f32(to + i), t));
    if (i == last) return;
  }
}
