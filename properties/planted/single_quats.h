// The right kernels of single quaternions, made like those of kernels.h: a port derives from
// SingleSlerp or SingleNlerp and hides one hook.
#pragma once

#include "kernels.h"

#include <cstring>

namespace ulna::planted {

struct SingleBlend {
  // What the dot product of a and b is taken for.
  static double cosine(const float* a, const float* b) {
    double sum = 0;
    for (int i = 0; i < 4; ++i) sum += double(a[i]) * b[i];
    return sum;
  }
  // Whether to go to -b.
  static bool flips(double cosine, float /*t*/) { return cosine < 0; }
  struct Scales {
    double a, b;
  };
  static void store(float* out, const float* q) { std::memcpy(out, q, 4 * sizeof *q); }
};

struct SingleSlerp : SingleBlend {
  // For a cosine that is not negative.
  static Scales scales(double cosine, float t) {
    if (cosine >= 1) return {1 - double(t), t};
    const double angle = std::acos(cosine);
    return {std::sin((1 - double(t)) * angle) / std::sin(angle),
            std::sin(t * angle) / std::sin(angle)};
  }
};

struct SingleNlerp : SingleBlend {
  static Scales scales(double cosine, float t) {
    const double from = 1 - double(t);
    const double norm = std::sqrt(from * from + double(t) * t + 2 * from * t * cosine);
    return {from / norm, t / norm};
  }
};

template <class S>
void blend_single(const float a[4], const float b[4], float t, float out[4]) {
  const double cosine = S::cosine(a, b);
  const typename S::Scales scales = S::scales(std::fabs(cosine), t);
  const double scale_b = S::flips(cosine, t) ? -scales.b : scales.b;
  float q[4];
  for (int i = 0; i < 4; ++i) q[i] = float(scales.a * a[i] + scale_b * b[i]);
  S::store(out, q);
}

} // namespace ulna::planted
