// A mesh is a run of floats: all are treated alike.
#include "../common/operations.h"

#include <riscv_vector.h>

void tween_verts(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b,
                 float t, int32_t num_vertices) {
  static_assert(sizeof(ulna_mesh_vertex) == 6 * sizeof(float), "no padding between vertices");
  const float* from = reinterpret_cast<const float*>(a);
  const float* to = reinterpret_cast<const float*>(b);
  float* out = reinterpret_cast<float*>(dst);
  const size_t count = size_t{6} * static_cast<size_t>(num_vertices);
  for (size_t i = 0, vl; i < count; i += vl) {
    vl = __riscv_vsetvl_e32m8(count - i);
    const vfloat32m8_t part = __riscv_vfmul(__riscv_vle32_v_f32m8(from + i, vl), 1.0f - t, vl);
    const vfloat32m8_t other = __riscv_vle32_v_f32m8(to + i, vl);
    __riscv_vse32(out + i, __riscv_vfmacc(part, t, other, vl), vl);
  }
}
