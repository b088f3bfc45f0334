// The exact values of vertices that are blended by 4x4 matrices, with the sums of absolute values
// that their bounds and domains are made of. Row vectors: v' = v * M.
// Source: the vertex blending of Direct3D 9 and the streams of Skinning it to 11, as
// include/ulna/port.h states them.
#pragma once

#include "reference/skinning.h"

#include <array>

namespace ulna::reference {

/// One influence: a 4x4 matrix by rows, and its weight.
struct WeightedMatrix {
  float weight;
  const float* m;
};

/// How many rows of a matrix take part: a position is (x, y, z, 1), a normal has no translation.
inline constexpr size_t kPositionRows = 4;
inline constexpr size_t kNormalRows = 3;

/// Whether an influence counts. A NaN is not below anything.
inline bool counts(float weight, float min_influence) {
  return !(weight < min_influence);
}

/// The weight of the last slot: 1 - (w0 + w1 + ...) in float, from left to right. Its own roundings
/// are part of the definition, so it is exact. FTZ and DAZ do not change it (docs/bounds.md).
inline float last_weight(const float* weights, size_t num_weights) {
  float sum = 0;
  for (size_t k = 0; k < num_weights; ++k) sum += weights[k];
  return 1 - sum;
}

/// The first `Columns` components of the sum over the influences of weight * v * M, of which v has
/// as many components as rows take part; matrix_of(i) is the i-th of `count` matrices.
///
/// All sums in double, the value on the rung. w v is exact in double, the product of three rounds
/// once, and the n = Rows * count terms of a component add up with n-1 roundings: n u. The sums of
/// absolute values carry at most two more, and are not rounded up here.
///
/// Each column has sums of its own, which the compiler keeps in vector registers.
template <class Real, size_t Rows, size_t Columns, class MatrixOf>
std::array<SkinSum, Columns> row_sums(const float* v, size_t count, const MatrixOf& matrix_of) {
  // Registers hold even numbers.
  constexpr size_t kColumns = std::is_same_v<Real, double> ? 4 : Columns;
  struct Sums {
    double terms[4]{}, wm[4]{}, mb[4]{}, m[4]{}, denormal[4]{};
  } sums;
  Real value[4]{};
  double wb = 0;
  double w_and_b = 0;
  for (size_t i = 0; i < count; ++i) {
    const WeightedMatrix influence = matrix_of(i);
    const double w = influence.weight;
    const double abs_w = std::fabs(w);
    for (size_t r = 0; r < Rows; ++r) {
      const double b = v[r];
      const double abs_b = std::fabs(b);
      const double abs_wb = abs_w * abs_b;
      wb += abs_wb;
      w_and_b += abs_w + abs_b;
      const bool denormal_wb = (abs_w < 0x1p-126) | (abs_b < 0x1p-126);
      const Real weighted = Real(w) * Real(b);
      for (size_t c = 0; c < kColumns; ++c) {
        const double m = influence.m[4 * r + c];
        const double abs_m = std::fabs(m);
        value[c] += weighted * Real(m);
        const double term = abs_wb * abs_m;
        sums.terms[c] += term;
        sums.wm[c] += abs_w * abs_m;
        sums.mb[c] += abs_m * abs_b;
        sums.m[c] += abs_m;
        // A term with a factor of zero adds nothing.
        const bool denormal = denormal_wb | (abs_m < 0x1p-126);
        sums.denormal[c] += denormal ? term : 0;
      }
    }
  }
  std::array<SkinSum, Columns> all;
  const double n = double(Rows) * static_cast<double>(count);
  for (size_t c = 0; c < Columns; ++c) {
    SkinSum& s = all[c];
    s.terms = sums.terms[c];
    s.wm = sums.wm[c];
    s.mb = sums.mb[c];
    s.wb = wb;
    s.factors = w_and_b + sums.m[c];
    s.denormal = sums.denormal[c];
    s.value = pack<Real>(value[c], (n + 1) * kRoundoff<Real> * s.terms);
  }
  return all;
}

/// The first three components for (v, 1), or for v without the 1 and the row it belongs to. Column
/// 3 takes no part.
template <class Real, size_t Rows, class MatrixOf>
std::array<SkinSum, 3> blend_sums(const float* v, size_t count, const MatrixOf& matrix_of) {
  const float row[4] = {v[0], v[1], v[2], 1};
  return row_sums<Real, Rows, 3>(row, count, matrix_of);
}

} // namespace ulna::reference
