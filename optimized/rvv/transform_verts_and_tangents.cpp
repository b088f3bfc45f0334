// The matrices of a vertex are weighted and added up as runs of twelve floats.
#include "../common/operations.h"
#include "../common/weights.h"
#include "products.h"

namespace {

constexpr size_t kFloats = 12;

// Every second float of so many pairs, from the first or from the second on.
vuint32m2_t every_second(vuint32m4_t v, int from, size_t pairs) {
  return __riscv_vnsrl(__riscv_vreinterpret_v_u32m4_u64m4(v), 32 * from, pairs);
}
vfloat32m1_t every_second(vuint32m2_t v, int from, size_t pairs) {
  return __riscv_vreinterpret_v_u32m1_f32m1(
      __riscv_vnsrl(__riscv_vreinterpret_v_u32m2_u64m2(v), 32 * from, pairs));
}

// Every fourth float is of one column.
vfloat32m1x4_t columns_of(vfloat32m4_t rows) {
  const vuint32m4_t bits = __riscv_vreinterpret_v_f32m4_u32m4(rows);
  const vuint32m2_t even = every_second(bits, 0, kFloats / 2);
  const vuint32m2_t odd = every_second(bits, 1, kFloats / 2);
  return __riscv_vcreate_v_f32m1x4(every_second(even, 0, kXyz), every_second(odd, 0, kXyz),
                                   every_second(even, 1, kXyz), every_second(odd, 1, kXyz));
}

} // namespace

void transform_verts_and_tangents(ulna_vertex* verts, int32_t num_verts,
                                  const ulna_joint_mat* joints, const ulna_vec4* base,
                                  const ulna_joint_weight* weights, int32_t) {
  for (int32_t i = 0; i < num_verts; i++, base += 3) {
    vfloat32m4_t rows = __riscv_vfmv_v_f_f32m4(0.0f, kFloats);
    bool last;
    do {
      const float* mat = joint_matrix(joints, *weights).m;
      rows = __riscv_vfmacc(rows, weights->weight, __riscv_vle32_v_f32m4(mat, kFloats), kFloats);
      last = is_last_influence(*weights++);
    } while (!last);
    const vfloat32m1x4_t columns = columns_of(rows);
    store_product(verts[i].position, columns, base[0], kXyz);
    store_product(verts[i].normal, columns, base[1], kXyz);
    store_product(verts[i].tangent, columns, base[2], kXyz);
  }
}
