// What a sweep adds up. Tallies merge like sums, in any order to the same result.
#pragma once

#include "sweep/piece.h"

#include <array>

namespace ulna::sweep {

/// The argument with the largest error of some kind so far; of several the one with the lowest
/// number.
struct Worst {
  bool any = false;
  double error = 0;
  uint64_t number = 0;
  float a = 0;
  float b = 0;
  float got = 0;
  double exact = 0;

  void take(const Worst& other);
};

/// What came back for arguments beyond the domain.
struct Outcomes {
  uint64_t nan = 0;
  uint64_t infinite = 0;
  uint64_t zero = 0;
  uint64_t finite = 0; ///< and not zero
};

/// Class 0 of the histogram is errors up to half an ulp, class k those from 2^(k-2) to 2^(k-1) ulp,
/// and the last takes in what is larger. A border is taken 2^-21 of itself higher: closer than that
/// the reference does not tell.
inline constexpr size_t kUlpClasses = 32;
inline constexpr size_t kBuckets = 1024; ///< of the error curve

struct Tally {
  uint64_t judged = 0;
  uint64_t not_finite = 0;   ///< of those judged: NaN or infinite
  uint64_t out_of_bound = 0; ///< of those judged; not finite is out of bound, too
  Worst first_not_finite;
  /// Of the finite ones; relative errors where the exact value is a normal float.
  Worst absolute, relative, ulps;
  std::array<uint64_t, kUlpClasses> histogram{};
  std::array<double, kBuckets> curve{}; ///< largest error in the measure of the bound
  std::vector<Outcomes> outcomes;       ///< for each segment

  explicit Tally(const Piece& piece) : outcomes(piece.segments.size()) {}

  /// Judges the outputs of arguments with consecutive numbers of one segment. `b` is empty where
  /// the piece has one argument. Throws InternalError where the reference is found wrong.
  void add(const Piece& piece, size_t segment, uint64_t first, std::span<const float> a,
           std::span<const float> b, std::span<const float> got);

  void merge(const Tally& other);

  /// Decides the witnesses on the top rung. Throws InternalError where the reference is found
  /// wrong.
  void settle(const Piece& piece);

private:
  void judge(const Piece& piece, uint64_t first, std::span<const float> a, std::span<const float> b,
             std::span<const float> got);
  std::vector<double> exact_;
};

/// The distance between floats around the value: 2^-23 of its power of two, at least 2^-149.
double ulp(double value);

} // namespace ulna::sweep
