// Vectors are multiplied by matrices without sums over lanes: four vectors of a matrix, each times
// a component, are added up. Where a vector has three lanes or four, longer registers stay empty.
#ifndef ULNA_RVV_PRODUCTS_H
#define ULNA_RVV_PRODUCTS_H

#include "ulna/port.h"

#include <riscv_vector.h>

// A register has 128 bits at least: for so many elements, and for four times as many in four
// registers, vl is just that.
inline constexpr size_t kXyz = 3, kXyzw = 4;

// a, b, c and d times x, y, z and w.
inline void store_product(ulna_vec4& out, vfloat32m1x4_t abcd, const ulna_vec4& v, size_t vl) {
  vfloat32m1_t sum = __riscv_vfmul(__riscv_vget_f32m1(abcd, 0), v.x, vl);
  sum = __riscv_vfmacc(sum, v.y, __riscv_vget_f32m1(abcd, 1), vl);
  sum = __riscv_vfmacc(sum, v.z, __riscv_vget_f32m1(abcd, 2), vl);
  sum = __riscv_vfmacc(sum, v.w, __riscv_vget_f32m1(abcd, 3), vl);
  __riscv_vse32(&out.x, sum, vl);
}

#endif
