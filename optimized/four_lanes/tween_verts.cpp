// A mesh is a run of floats: all are treated alike.
#include "../common/operations.h"
#include "vectors.h"

void tween_verts(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b,
                 float t, int32_t num_vertices) {
  if (num_vertices <= 0) return;
  static_assert(sizeof(ulna_mesh_vertex) == 6 * sizeof(float), "no padding between vertices");
  const float* from = reinterpret_cast<const float*>(a);
  const float* to = reinterpret_cast<const float*>(b);
  float* out = reinterpret_cast<float*>(dst);
  const Floats4 scale_from = splat(1.0f - t);
  const Floats4 scale_to = splat(t);
  // The last four floats may have some that are done: they come out the same again.
  const ptrdiff_t last = ptrdiff_t{6} * num_vertices - 4;
  for (ptrdiff_t i = 0;; i = i + 4 < last ? i + 4 : last) {
    store(out + i, madd(load(to + i), scale_to, multiply(load(from + i), scale_from)));
    if (i == last) return;
  }
}
