// The bones that faces need, and how many subsets they need at least.
#pragma once

#include "reference/conversion/mesh.h"

#include <vector>

namespace ulna::reference {

/// Sets of bones, each in ascending order.
class BoneSets {
public:
  /// The bones may come in any order, also more than once.
  void add(std::span<const uint32_t> bones);
  size_t size() const { return first_.size() - 1; }
  std::span<const uint32_t> operator[](size_t i) const {
    return std::span(bones_).subspan(first_[i], first_[i + 1] - first_[i]);
  }

private:
  std::vector<uint32_t> bones_;
  std::vector<size_t> first_{0};
};

/// The bones of the faces of a valid conversion, those that have weights above zero: an element for
/// each attribute, in their order, with a set for each face.
std::vector<BoneSets> bones_of_faces(bool indexed, const Conversion& conversion);

/// Every set once, but for the empty one; larger sets come first.
BoneSets distinct(const BoneSets& sets);

/// Of the first `most` of distinct sets those that lie within no other of them: where a set fits,
/// what lies within it fits too.
BoneSets maximal(const BoneSets& distinct_sets, size_t most = SIZE_MAX);

/// How many subsets of `limit` bones the bones need at least. p subsets of bones that the sets tie
/// together have one bone more for each after the first, as it shares a bone with another: n bones
/// take n + p - 1 places.
uint32_t subsets_for_bones(const BoneSets& sets, uint32_t limit);

/// The largest number of sets found no two of which fit one subset of `limit` bones. The sets are
/// maximal. The search is the same every time, and stops after some ten milliseconds.
uint32_t strangers(const BoneSets& sets, uint32_t limit);

/// What a proof of a lower bound came to.
struct FewestSubsets {
  uint32_t least = 0; ///< there is no way with fewer
  bool exact = false; ///< there is a way with as many
};

/// The least number of subsets of `limit` bones that these faces can be drawn with. It is proved
/// from below: by the places that the bones take; by the strangers among the faces; and by trying
/// all ways to fill so many subsets, one more each time, until a way is found or the steps are used
/// up. 14 maximal sets are nothing; of many thousand only some thousand are looked at. No set has
/// more than `limit` bones.
FewestSubsets fewest_subsets(const BoneSets& faces, uint32_t limit, uint64_t max_steps = 1 << 24);

} // namespace ulna::reference
