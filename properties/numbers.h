// The numbers that laws are tried on. All shrink towards small and round ones.
#pragma once

#include "properties/laws.h"
#include "ulna/port.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace ulna::laws {

/// Multiples of 1/16 up to `limit`, 64 of which take 11 bits: sums and products of some are exact.
inline rc::Gen<float> short_float(int limit = 64) {
  return rc::gen::map(symmetric(16 * limit), [](int i) { return float(i) / 16; });
}

/// A tame float, as often as `tame` says, one of any bit pattern, or one that breaks kernels.
inline rc::Gen<float> any_float(size_t tame = 6) {
  const auto short_one =
      rc::gen::map(rc::gen::arbitrary<int16_t>(), [](int16_t i) { return float(i) / 64; });
  const auto bits = rc::gen::map(rc::gen::arbitrary<uint32_t>(),
                                 [](uint32_t b) { return std::bit_cast<float>(b); });
  const auto special = rc::gen::element(0.0f, -0.0f, 1.0f, 0x1p-149f, 0x1.fffffcp-127f, 0x1p-126f,
                                        0x1p63f, 0x1.fffffep127f, INFINITY, -NAN);
  return rc::gen::weightedOneOf<float>({{tame, short_one}, {1, bits}, {1, special}});
}

inline rc::Gen<ulna_mat44> matrix_of(const rc::Gen<float>& number) {
  return rc::gen::map(rc::gen::container<std::array<float, 16>>(number),
                      [](const std::array<float, 16>& m) {
                        ulna_mat44 matrix;
                        std::copy(m.begin(), m.end(), matrix.m);
                        return matrix;
                      });
}

/// Not of unit length, and not zero.
inline rc::Gen<std::array<int, 4>> quaternion() {
  return rc::gen::suchThat(rc::gen::container<std::array<int, 4>>(symmetric(100)),
                           [](const std::array<int, 4>& q) { return q != std::array<int, 4>{}; });
}

/// The rotation of a quaternion of any length but zero, by rows, for column vectors.
inline std::array<double, 9> rotation_of(const std::array<int, 4>& numbers) {
  double norm = 0;
  for (const int n : numbers) norm += double(n) * n;
  std::array<double, 4> q{};
  for (size_t i = 0; i < 4; ++i) q[i] = numbers[i] / std::sqrt(norm);
  const auto [x, y, z, w] = q;
  return {1 - 2 * (y * y + z * z), 2 * (x * y - z * w),     2 * (x * z + y * w),
          2 * (x * y + z * w),     1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
          2 * (x * z - y * w),     2 * (y * z + x * w),     1 - 2 * (x * x + y * y)};
}

} // namespace ulna::laws
