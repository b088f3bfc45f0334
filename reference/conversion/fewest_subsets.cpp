#include "reference/conversion/face_bones.h"

#include <algorithm>

namespace ulna::reference {
namespace {

/// What some of the faces cannot do without, all cannot do without. This bounds the time.
constexpr size_t kMostSets = 2048;

/// std::popcount is a call of the compiler's library where not every processor has the instruction,
/// and takes half of the time.
size_t bits_in(uint64_t word) {
  word -= word >> 1 & 0x5555555555555555;
  word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
  word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0f;
  return word * 0x0101010101010101 >> 56;
}

/// Puts sets into a given number of subsets, in every way there is: always the set next that has
/// the fewest subsets to go to, so that dead ends show early.
class Packing {
public:
  Packing(const BoneSets& sets, uint32_t limit, uint64_t max_steps)
      : limit_(limit), steps_left_(max_steps) {
    std::vector<uint32_t> bones;
    for (size_t i = 0; i < sets.size(); ++i)
      bones.insert(bones.end(), sets[i].begin(), sets[i].end());
    std::sort(bones.begin(), bones.end());
    bones.erase(std::unique(bones.begin(), bones.end()), bones.end());
    num_bones_ = bones.size();
    words_ = (bones.size() + 63) / 64;
    for (size_t i = 0; i < sets.size(); ++i) {
      sets_.emplace_back(words_);
      for (const uint32_t bone : sets[i]) {
        const auto at = std::lower_bound(bones.begin(), bones.end(), bone) - bones.begin();
        sets_.back()[static_cast<size_t>(at) / 64] |= uint64_t{1} << (at % 64);
      }
    }
  }

  enum class Answer { yes, no, gave_up };

  Answer fits(size_t subsets) {
    subsets_.assign(subsets, Bits(words_));
    const bool fits = place();
    return fits ? Answer::yes : steps_left_ == 0 ? Answer::gave_up : Answer::no;
  }

private:
  using Bits = std::vector<uint64_t>;

  static size_t size(const Bits& bits) {
    size_t count = 0;
    for (const uint64_t word : bits) count += bits_in(word);
    return count;
  }

  /// How many bones the subset has with the set; limit_ + 1 stands for too many.
  size_t joined(const Bits& subset, const Bits& set) const {
    size_t count = 0;
    for (size_t w = 0; w < words_; ++w) count += bits_in(subset[w] | set[w]);
    return std::min(count, limit_ + 1);
  }

  /// The set with the fewest subsets to go to; of those that lie within a subset, none.
  struct Next {
    size_t set = SIZE_MAX; // none is left
    size_t ways = SIZE_MAX;
  };

  Next next(size_t open) {
    Next best;
    const bool has_new = open < subsets_.size();
    for (size_t i = 0; i < sets_.size() && best.ways > 0; ++i) {
      size_t ways = has_new ? 1 : 0;
      bool within = false;
      for (size_t s = 0; s < open && !within; ++s) {
        const size_t count = joined(subsets_[s], sets_[i]);
        within = count == sizes_[s];
        ways += count <= limit_;
      }
      if (!within && ways < best.ways) best = {i, ways};
    }
    const uint64_t steps = sets_.size() * (open + 1) * words_;
    steps_left_ -= std::min(steps_left_, steps);
    return best;
  }

  /// Whether the bones that no subset has yet outnumber the room.
  bool is_full(size_t open) const {
    Bits all(words_);
    size_t room = (subsets_.size() - open) * limit_;
    for (size_t s = 0; s < open; ++s) {
      for (size_t w = 0; w < words_; ++w) all[w] |= subsets_[s][w];
      room += limit_ - sizes_[s];
    }
    return num_bones_ - size(all) > room;
  }

  bool place() {
    sizes_.assign(subsets_.size(), 0);
    return place(0);
  }

  /// The first `open` subsets have bones.
  bool place(size_t open) {
    if (steps_left_ == 0 || is_full(open)) return false;
    const Next chosen = next(open);
    if (chosen.set == SIZE_MAX) return true;
    const Bits& set = sets_[chosen.set];
    // The subsets without bones are all the same: one of them is enough.
    for (size_t s = 0; s < std::min(open + 1, subsets_.size()); ++s) {
      const size_t count = joined(subsets_[s], set);
      if (count > limit_) continue;
      const Bits before = subsets_[s];
      const size_t size_before = sizes_[s];
      for (size_t w = 0; w < words_; ++w) subsets_[s][w] |= set[w];
      sizes_[s] = count;
      if (place(std::max(open, s + 1))) return true;
      subsets_[s] = before;
      sizes_[s] = size_before;
    }
    return false;
  }

  size_t limit_;
  uint64_t steps_left_;
  size_t num_bones_ = 0;
  size_t words_ = 0;
  std::vector<Bits> sets_;
  std::vector<Bits> subsets_;
  std::vector<size_t> sizes_; // of the subsets
};

} // namespace

FewestSubsets fewest_subsets(const BoneSets& faces, uint32_t limit, uint64_t max_steps) {
  const BoneSets different = distinct(faces);
  const BoneSets sets = maximal(different, kMostSets);
  uint32_t least = std::max(subsets_for_bones(different, limit), strangers(sets, limit));
  Packing packing(sets, limit, max_steps);
  while (true) {
    const Packing::Answer answer = packing.fits(least);
    if (answer != Packing::Answer::no)
      return {least, answer == Packing::Answer::yes && different.size() <= kMostSets};
    ++least;
  }
}

} // namespace ulna::reference
