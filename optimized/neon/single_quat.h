// One pair of quaternions.
#ifndef ULNA_NEON_SINGLE_QUAT_H
#define ULNA_NEON_SINGLE_QUAT_H

#include <arm_neon.h>

inline float32x4_t dot(float32x4_t a, float32x4_t b) {
  const float32x4_t products = vmulq_f32(a, b);
  const float32x4_t pairs = vpaddq_f32(products, products);
  return vpaddq_f32(pairs, pairs); // in all lanes
}

#endif
