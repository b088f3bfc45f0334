// Right kernels for any length of scalable vectors.
#pragma once

#include "stub.h"

#pragma GCC target("arch=armv8.2-a+sve")
#include <arm_sve.h>

namespace ulna::planted {

// Of the floats from i on, those that `compute` says; loads and stores as `store` says.
inline void tween_lanes(svbool_t load, svbool_t store, int64_t i, float* dst, const float* a,
                        const float* b, float t) {
  const svfloat32_t first = svmul_x(load, svld1(load, a + i), 1 - t);
  svst1(store, dst + i, svmla_x(load, first, svld1(load, b + i), t));
}

} // namespace ulna::planted
