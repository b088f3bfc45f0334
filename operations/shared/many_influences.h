// Vertices of many influences. A sum of n products may be off by gamma_n of their sizes: of 5,000
// influences alike it does not show that one was left out. So of the longest most weigh nothing,
// and those that a kernel may lose at the seams of its blocks weigh all the more.
#pragma once

#include "base/random.h"

#include <array>
#include <cstdint>
#include <iterator>
#include <limits>

namespace ulna {

/// All residues modulo 32 beyond 256 and 512, and numbers about powers of two.
constexpr int kAboutPowers[] = {1023, 1024, 1025, 1536, 2047, 2048,
                                2049, 4095, 4096, 4097, 8193, 66001};
constexpr uint64_t kResidues = 32;
constexpr uint64_t kNumMany = 2 * (kResidues + std::size(kAboutPowers));
constexpr int many_influences(uint64_t i) {
  const uint64_t n = i / 2;
  if (n >= kResidues) return kAboutPowers[n - kResidues];
  return (i % 2 ? 513 : 257) + int(n);
}

/// Whether they are all of one joint: then no sum is small beside its terms, and it shows that some
/// of it was kept with less precision.
constexpr bool is_of_one_joint(uint64_t i) {
  return i % 2;
}

/// Numbers of influences of vertices that stand before others of one, which are not finite.
inline constexpr auto kSpoiltNext = [] {
  std::array<size_t, 80> numbers{};
  for (size_t v = 0; v < numbers.size(); ++v) numbers[v] = v % 2 ? 1 : 1 + v / 2;
  return numbers;
}();
inline constexpr float kNotFinite[] = {std::numeric_limits<float>::infinity(),
                                       std::numeric_limits<float>::quiet_NaN()};
constexpr uint64_t kNumSpoiltNext = std::size(kNotFinite);

/// Blocks may have any length: each number up to where the residues begin, and beyond.
inline constexpr auto kEachNumber = [] {
  std::array<size_t, 300> numbers{};
  for (size_t v = 0; v < numbers.size(); ++v) numbers[v] = 9 + v;
  return numbers;
}();
constexpr uint64_t kNumEachNumber = 1;

/// Of so many the last weighs as much as half of all.
constexpr int kManyInfluences = 5000;

/// What the k-th of so many influences weighs, which by itself would weigh `weight`, from 0 to 1:
/// of the longest nothing, but next to a seam or by chance. These are few enough that the bound
/// shows each.
inline double weight_at_seams(int k, int count, double weight, Random& r) {
  if (count < 1000) return weight;
  const int seam = count < 4000 ? 256 : count < 10'000 ? 1024 : 16'384;
  if ((k + 1) % seam <= 2) return 0.5 + weight / 2;
  return r.one_in(size_t(seam) / 4) ? weight : 0;
}

} // namespace ulna
