// Generated unit quaternions, the angles between them and the lerps, with those at which formulas
// for slerp switch branch.
#pragma once

#include "base/random.h"
#include "ulna/port.h"

#include <limits>
#include <numbers>

namespace ulna::quaternions {

/// A quaternion in double, before it is rounded.
struct Quat {
  double v[4];
};

inline double dot(const Quat& a, const Quat& b) {
  return a.v[0] * b.v[0] + a.v[1] * b.v[1] + a.v[2] * b.v[2] + a.v[3] * b.v[3];
}

inline Quat scaled(const Quat& q, double s) {
  return {{q.v[0] * s, q.v[1] * s, q.v[2] * s, q.v[3] * s}};
}

inline ulna_vec4 rounded(const Quat& q) {
  return {float(q.v[0]), float(q.v[1]), float(q.v[2]), float(q.v[3])};
}

/// Uniform on the sphere, by rejection.
inline Quat random_unit(Random& r) {
  for (;;) {
    const Quat q{{r.uniform(-1, 1), r.uniform(-1, 1), r.uniform(-1, 1), r.uniform(-1, 1)}};
    const double n = dot(q, q);
    if (n <= 1 && n > 1e-4) return scaled(q, 1 / std::sqrt(n));
  }
}

/// A unit quaternion orthogonal to q.
inline Quat orthogonal(const Quat& q, Random& r) {
  for (;;) {
    const Quat p = random_unit(r);
    const double c = dot(p, q);
    if (std::fabs(c) > 0.9) continue;
    Quat o;
    for (int i = 0; i < 4; ++i) o.v[i] = p.v[i] - c * q.v[i];
    return scaled(o, 1 / std::sqrt(dot(o, o)));
  }
}

/// One of the axes, so that one component carries the whole error.
inline Quat axis(Random& r) {
  Quat q{};
  q.v[r.below(4)] = r.sign();
  return q;
}

/// Next to an axis, and of length one as well: two components are small and cancel.
inline Quat beside_axis(Random& r) {
  Quat q = axis(r);
  const size_t i = r.below(4);
  const double side = r.sign();
  const double off = std::ldexp(side, -r.between(13, 20));
  q.v[i] += off;
  q.v[(i + 1 + r.below(3)) % 4] -= off;
  return scaled(q, 1 / std::sqrt(dot(q, q)));
}

/// The cosines at which formulas for slerp switch branch, and their ends.
inline constexpr double kBranchCosines[] = {0,      0x1p-22, 0.5,      0.70710678, 0.9,
                                            0.95,   0.99,    0.995,    0.999,      0.9995,
                                            0.9999, 0.99999, 1 - 1e-6, 1 - 1e-7,   1 - 0x1p-24};

inline double random_angle(Random& r) {
  using std::numbers::pi;
  switch (r.below(6)) {
  case 0:
    return r.uniform(0, pi);
  case 1:
    return r.towards_zero(40); // towards 0
  case 2:
    return pi - r.towards_zero(40); // towards the antipode
  case 3:
    return pi / 2 + r.scaled(-50, -18); // about the switch of the sign
  case 4:
    return std::acos(r.pick(kBranchCosines)) * (1 + r.sign() * r.unit() * 0x1p-20);
  default:
    return 0;
  }
}

/// The lerps at which kernels switch branch, or should not.
inline constexpr float kLerps[] = {0.0f,
                                   -0.0f,
                                   0x1p-149f,
                                   -0x1p-149f,
                                   0x1.fffffcp-127f,
                                   0x1p-126f,
                                   0x1p-60f,
                                   0x1p-24f,
                                   0.25f,
                                   0.5f,
                                   0.75f,
                                   1 - 0x1p-24f,
                                   1.0f,
                                   1 + 0x1p-23f,
                                   2.0f,
                                   -1.0f,
                                   std::numeric_limits<float>::infinity(),
                                   -std::numeric_limits<float>::infinity(),
                                   std::numeric_limits<float>::quiet_NaN()};

inline float random_lerp(Random& r) {
  switch (r.below(8)) {
  case 0:
    return r.pick(kLerps);
  case 1:
    return static_cast<float>(r.towards_zero(60));
  case 2:
    return 1 - static_cast<float>(r.towards_zero(24));
  case 3:
    return r.beside(r.pick({0.25, 0.5, 0.75}), 24);
  default:
    return static_cast<float>(r.unit());
  }
}

} // namespace ulna::quaternions
