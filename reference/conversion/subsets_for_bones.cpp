#include "reference/conversion/face_bones.h"

#include <algorithm>
#include <unordered_map>

namespace ulna::reference {
namespace {

/// Bones that sets tie together, directly or through others.
class Ties {
public:
  explicit Ties(const BoneSets& sets) {
    for (size_t i = 0; i < sets.size(); ++i)
      for (const uint32_t bone : sets[i]) tie(number(sets[i].front()), number(bone));
  }

  /// How many bones each group has that is tied together.
  std::vector<uint64_t> sizes() {
    std::vector<uint64_t> of_root(next_.size());
    for (size_t bone = 0; bone < next_.size(); ++bone) ++of_root[root(bone)];
    std::erase(of_root, 0);
    return of_root;
  }

private:
  size_t number(uint32_t bone) {
    const auto [at, is_new] = numbers_.try_emplace(bone, next_.size());
    if (is_new) next_.push_back(next_.size());
    return at->second;
  }
  size_t root(size_t bone) {
    while (next_[bone] != bone) bone = next_[bone] = next_[next_[bone]];
    return bone;
  }
  void tie(size_t a, size_t b) { next_[root(a)] = root(b); }

  std::unordered_map<uint32_t, size_t> numbers_;
  std::vector<size_t> next_; // towards the root, which is its own next
};

uint64_t divide_up(uint64_t n, uint64_t by) {
  return (n + by - 1) / by;
}

} // namespace

uint32_t subsets_for_bones(const BoneSets& sets, uint32_t limit) {
  uint64_t places = 0;
  for (const uint64_t bones : Ties(sets).sizes()) {
    // The fewest subsets with room for n + p - 1. With one bone in a subset nothing is tied.
    const uint64_t subsets =
        limit == 1 ? 1 : std::max<uint64_t>(divide_up(bones - 1, limit - 1), 1);
    places += bones + subsets - 1;
  }
  return static_cast<uint32_t>(divide_up(places, limit));
}

} // namespace ulna::reference
