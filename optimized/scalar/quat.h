#ifndef ULNA_SCALAR_QUAT_H
#define ULNA_SCALAR_QUAT_H

#include "ulna/port.h"

inline float dot(const ulna_vec4& a, const ulna_vec4& b) {
  return (a.x * b.x + a.y * b.y) + (a.z * b.z + a.w * b.w);
}

inline ulna_vec4 combine(const ulna_vec4& a, float scale_a, const ulna_vec4& b, float scale_b) {
  return {a.x * scale_a + b.x * scale_b, a.y * scale_a + b.y * scale_b,
          a.z * scale_a + b.z * scale_b, a.w * scale_a + b.w * scale_b};
}

#endif
