// Random numbers that are the same on every machine and compiler, which the distributions of the
// standard library are not.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace ulna {

/// SplitMix64 (Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators, 2014). Draw
/// one number in each argument list at most: compilers differ in the order.
class Random {
public:
  /// Each (seed, stream) is a sequence of its own.
  Random(uint64_t seed, uint64_t stream) : state_(seed) {
    state_ = next() ^ (stream * 0x9e3779b97f4a7c15);
    next();
  }

  uint64_t next() {
    uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  /// From 0 to n-1.
  size_t below(size_t n) { return static_cast<size_t>((__uint128_t(next()) * n) >> 64); }
  /// From a to b, both included.
  int between(int a, int b) { return a + static_cast<int>(below(static_cast<size_t>(b - a + 1))); }
  /// A count from a to b, as likely to be of any order of magnitude.
  size_t size(size_t a, size_t b) {
    const double log = uniform(std::log(double(a)), std::log(double(b) + 1));
    return std::min(b, static_cast<size_t>(std::exp(log)));
  }
  bool one_in(size_t n) { return below(n) == 0; }
  /// In [0, 1).
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  /// In [a, b).
  double uniform(double a, double b) { return a + (b - a) * unit(); }
  double sign() { return next() & 1 ? 1.0 : -1.0; }
  /// A magnitude with an exponent from a to b, of either sign.
  double scaled(int a, int b) {
    const double side = sign();
    const int exponent = between(a, b);
    return side * (1 + unit()) * power_of_two(exponent);
  }
  /// In [0, 1), with up to `bits` more leading zeros.
  double towards_zero(int bits) {
    const int exponent = -between(0, bits);
    return unit() * power_of_two(exponent);
  }
  /// A power of two more or less than the centre: 2^-bits at least, 1/2 at most.
  float beside(double centre, int bits) {
    const double side = sign();
    return static_cast<float>(centre + side * power_of_two(-between(1, bits)));
  }
  float any_bits() { return std::bit_cast<float>(static_cast<uint32_t>(next())); }

  template <class T, size_t N>
  const T& pick(const T (&values)[N]) {
    return values[below(N)];
  }

  template <class T>
  void shuffle(std::vector<T>& values) {
    for (size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[below(i)]);
  }

private:
  /// Of an exponent that a float may have: std::ldexp takes as long as all else here.
  static double power_of_two(int exponent) {
    return std::bit_cast<double>(static_cast<uint64_t>(1023 + exponent) << 52);
  }

  uint64_t state_;
};

/// The floats that break kernels: zeros, ones, denormals, the ends of the range, NaNs, infinities.
inline float special_float(Random& r) {
  static constexpr uint32_t kBits[] = {0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x00000001,
                                       0x80000001, 0x007fffff, 0x00800000, 0x7f7fffff, 0xff7fffff,
                                       0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345, 0x7f800001};
  return std::bit_cast<float>(r.pick(kBits));
}

} // namespace ulna
