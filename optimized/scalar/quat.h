#ifndef ULNA_SCALAR_QUAT_H
#define ULNA_SCALAR_QUAT_H

#include "ulna/port.h"

#include <cmath>

inline float dot(const ulna_vec4& a, const ulna_vec4& b) {
  return (a.x * b.x + a.y * b.y) + (a.z * b.z + a.w * b.w);
}

inline ulna_vec4 combine(const ulna_vec4& a, float scale_a, const ulna_vec4& b, float scale_b) {
  return {a.x * scale_a + b.x * scale_b, a.y * scale_a + b.y * scale_b,
          a.z * scale_a + b.z * scale_b, a.w * scale_a + b.w * scale_b};
}

// The angle comes from its sine and cosine, never from an arc cosine, which near 1 magnifies the
// rounding of the cosine without limit. In double, so that the only roundings that count are those
// of the cosine, of the two scales and of the last sum.
inline ulna_vec4 slerp(const ulna_vec4& from, const ulna_vec4& to, float t) {
  const float signed_cosine = dot(from, to);
  const double cosine = std::fabs(static_cast<double>(signed_cosine));
  const double sine_squared = (1.0 - cosine) * (1.0 + cosine);
  double scale_from = 1.0 - static_cast<double>(t);
  double scale_to = static_cast<double>(t);
  if (sine_squared > 0.0) { // rounding may take the cosine to 1 and beyond
    const double sine = std::sqrt(sine_squared);
    const double angle = std::atan2(sine, cosine);
    scale_from = std::sin(scale_from * angle) / sine;
    scale_to = std::sin(scale_to * angle) / sine;
  }
  if (signed_cosine < 0.0f) scale_to = -scale_to;
  return combine(from, static_cast<float>(scale_from), to, static_cast<float>(scale_to));
}

inline ulna_vec4 lerp_normalised(const ulna_vec4& from, const ulna_vec4& to, float t) {
  const ulna_vec4 q = combine(from, 1.0f - t, to, dot(from, to) < 0.0f ? -t : t);
  const float scale = 1.0f / std::sqrt(dot(q, q));
  return {q.x * scale, q.y * scale, q.z * scale, q.w * scale};
}

inline ulna_vec4 load_quat(const float q[4]) {
  return {q[0], q[1], q[2], q[3]};
}

inline void store_quat(float out[4], const ulna_vec4& q) {
  out[0] = q.x;
  out[1] = q.y;
  out[2] = q.z;
  out[3] = q.w;
}

#endif
