// A mesh is a run of floats: all are treated alike.
#include "../common/operations.h"

#include <arm_sve.h>

void tween_verts(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b,
                 float t, int32_t num_vertices) {
  static_assert(sizeof(ulna_mesh_vertex) == 6 * sizeof(float), "no padding between vertices");
  const float* from = reinterpret_cast<const float*>(a);
  const float* to = reinterpret_cast<const float*>(b);
  float* out = reinterpret_cast<float*>(dst);
  const int64_t count = int64_t{6} * num_vertices;
  const int64_t step = static_cast<int64_t>(svcntw());
  for (int64_t i = 0; i < count; i += step) {
    const svbool_t lanes = svwhilelt_b32(i, count);
    const svfloat32_t part = svmul_x(lanes, svld1(lanes, from + i), 1.0f - t);
    svst1(lanes, out + i, svmla_x(lanes, part, svld1(lanes, to + i), t));
  }
}
