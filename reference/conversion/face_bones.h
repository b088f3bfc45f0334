// The bones that faces need, and how many subsets they need at least.
#pragma once

#include "reference/conversion/mesh.h"

#include <optional>
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

/// Every set once, without the empty one and without those that lie within another of them: where a
/// set fits, what lies within it fits too. Larger sets come first.
BoneSets maximal(const BoneSets& sets);

/// A number of subsets of at most `limit` bones below which these faces cannot be drawn: the larger
/// of all bones / limit, rounded up, and of the largest number of faces found no two of which fit
/// one subset. No set may have more than `limit` bones. The search is the same every time and stops
/// after some ten milliseconds; what it finds is a proof whenever it stops.
uint32_t lower_bound(const BoneSets& faces, uint32_t limit);

/// The least number of subsets, by trying everything; nothing if that takes more than `max_steps`
/// steps. Meant for up to 14 maximal sets or so. No set may have more than `limit` bones.
std::optional<uint32_t> fewest_subsets(const BoneSets& faces, uint32_t limit,
                                       uint64_t max_steps = 1'000'000);

} // namespace ulna::reference
