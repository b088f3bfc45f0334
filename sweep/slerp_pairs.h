// Pairs of unit quaternions at a given cosine, and what a port makes of them beside its scales.
#pragma once

#include "base/random.h"
#include "sweep/slerp_probe.h"

namespace ulna::sweep {

/// Two quaternions of the domain with about the cosine c, |c| <= 1, one component of which is about
/// `a` in the first and `b` in the second: (a, b) is cut down to what is possible. The component
/// and the direction of the rest are random.
SlerpProbe::Pair pair_at(double c, double a, double b, Random& random);

/// The same with any components.
SlerpProbe::Pair pair_at(double c, Random& random);

/// The largest error of a component that was found with unit quaternions.
struct FoundError {
  double error = 0; ///< infinite where the port gave no number
  SlerpProbe::Pair pair{};
  size_t component = 0;
  float got = 0;
  float t = 0;

  /// Compares what the port made of the pair with what it owes. Not for pairs of which either sign
  /// is right: see is_judged.
  void add(const SlerpProbe::Pair& pair, float t, const ulna_vec4& got);
  void add(const FoundError& other);
};

/// The same error, decided on the top rung. Throws InternalError if that one disagrees.
FoundError decided(FoundError found);

/// Whether the sign of the pair's dot product is beyond doubt.
bool is_judged(const SlerpProbe::Pair& pair);

/// Whether what a port does with unit quaternions is what it does with (1, 0, 1, 0) and
/// (c, 1, 0, 0), joined together.
struct Likeness {
  uint64_t pairs = 0;
  uint64_t to_the_bit = 0; ///< with two products and their sum, plain or fused, of the scales
  double disagreement = 0; ///< the largest
  SlerpProbe::Pair pair{}; ///< which has it, at
  float t = 0;
  /// Results for (1, 0, 1, 0) and (c, 1, 0, 0) whose x and w do not follow from y and z.
  uint64_t inconsistent = 0;
  FoundError found; ///< with these pairs

  void add(const Likeness& other);
  bool alike() const; ///< nothing of this that roundings do not explain
  bool exact() const { return to_the_bit == pairs; }
};

/// Tries `count` pairs for each t, with cosines of either sign and magnitudes from 1/8 to 1, in
/// calls of one to nine joints. Throws PortFailed.
Likeness compare_with_probes(SlerpProbe& probe, std::span<const float> ts, size_t count,
                             uint64_t seed);

} // namespace ulna::sweep
