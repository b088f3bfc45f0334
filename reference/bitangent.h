// The exact bitangent: the cross product of normal and tangent, turned by the tangent's w.
// Source: J.M.P. van Waveren, Fast Skinning, 2005, section 2.
#pragma once

#include "reference/skinning.h"

#include <array>

namespace ulna::reference {

/// w (n x t), each component as a sum of two products of three factors. A product of two floats is
/// exact in double; the difference and the product with w round once each, and a third rounding is
/// that of the error itself.
template <class Real>
std::array<SkinSum, 3> bitangent(const ulna_vec4& normal, const ulna_vec4& tangent) {
  const float* n = &normal.x;
  const float* t = &tangent.x;
  const double w = tangent.w;
  const double abs_w = std::fabs(w);
  std::array<SkinSum, 3> sums;
  for (size_t i = 0; i < 3; ++i) {
    const size_t j = (i + 1) % 3;
    const size_t k = (i + 2) % 3;
    const Real plus = Real(n[j]) * Real(t[k]);
    const Real minus = Real(n[k]) * Real(t[j]);
    SkinSum& s = sums[i];
    for (const auto& [a, b] : {std::pair{n[j], t[k]}, std::pair{n[k], t[j]}}) {
      const double abs_n = std::fabs(double(a));
      const double abs_t = std::fabs(double(b));
      s.terms += abs_w * abs_n * abs_t;
      s.wm += abs_w * abs_n;
      s.mb += abs_n * abs_t;
      s.wb += abs_w * abs_t;
      s.factors += abs_w + abs_n + abs_t;
      const bool denormal = abs_w < 0x1p-126 || abs_n < 0x1p-126 || abs_t < 0x1p-126;
      if (denormal) s.denormal += abs_w * abs_n * abs_t;
    }
    s.value = pack<Real>(Real(Real(w) * Real(plus - minus)), 3 * kRoundoff<Real> * s.terms);
  }
  return sums;
}

} // namespace ulna::reference
