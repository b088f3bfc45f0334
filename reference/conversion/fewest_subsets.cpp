#include "reference/conversion/face_bones.h"

#include <algorithm>

namespace ulna::reference {
namespace {

/// Puts the sets, one after the other, into every subset that they fit, or into a new one.
class Search {
public:
  Search(const BoneSets& sets, uint32_t limit, uint64_t max_steps)
      : sets_(sets), limit_(limit), steps_left_(max_steps) {}

  /// Whether `most` subsets are enough; false too if there are no steps left.
  bool fits(size_t most) {
    subsets_.clear();
    subsets_.reserve(most); // place() holds on to elements
    return place(0, most);
  }
  bool gave_up() const { return steps_left_ == 0; }

private:
  using Bones = std::vector<uint32_t>;

  bool place(size_t i, size_t most) {
    if (i == sets_.size()) return true;
    if (steps_left_ == 0 || --steps_left_ == 0) return false;
    for (Bones& subset : subsets_) {
      Bones joined;
      std::set_union(subset.begin(), subset.end(), sets_[i].begin(), sets_[i].end(),
                     std::back_inserter(joined));
      if (joined.size() > limit_) continue;
      std::swap(subset, joined);
      if (place(i + 1, most)) return true;
      std::swap(subset, joined);
    }
    // The subsets have no numbers: a new one is a new one.
    if (subsets_.size() == most) return false;
    subsets_.emplace_back(sets_[i].begin(), sets_[i].end());
    if (place(i + 1, most)) return true;
    subsets_.pop_back();
    return false;
  }

  const BoneSets& sets_;
  uint32_t limit_;
  uint64_t steps_left_;
  std::vector<Bones> subsets_;
};

} // namespace

std::optional<uint32_t> fewest_subsets(const BoneSets& faces, uint32_t limit, uint64_t max_steps) {
  const BoneSets sets = maximal(faces);
  Search search(sets, limit, max_steps);
  for (uint32_t most = 0; !search.gave_up(); ++most)
    if (search.fits(most)) return most;
  return std::nullopt;
}

} // namespace ulna::reference
