#include "reference/conversion/face_bones.h"

#include "reference/conversion/slots.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace ulna::reference {

void BoneSets::add(std::span<const uint32_t> bones) {
  bones_.insert(bones_.end(), bones.begin(), bones.end());
  const auto begin = bones_.begin() + static_cast<std::ptrdiff_t>(first_.back());
  std::sort(begin, bones_.end());
  bones_.erase(std::unique(begin, bones_.end()), bones_.end());
  first_.push_back(bones_.size());
}

std::vector<BoneSets> bones_of_faces(bool indexed, const Conversion& out) {
  std::vector<BoneSets> all;
  std::vector<uint32_t> bones;
  const ulna_conversion_counts& counts = out.counts;
  for (uint32_t s = 0; s < counts.num_subsets; ++s) {
    const ulna_subset& subset = out.subsets[s];
    if (s == 0 || subset.attribute != out.subsets[s - 1].attribute) all.emplace_back();
    const auto row = out.bones.subspan(size_t{s} * counts.table_width, counts.table_width);
    for (size_t face = 0; face < subset.face_count; ++face) {
      bones.clear();
      for (const uint32_t vertex : out.indices.subspan(3 * (subset.face_start + face), 3)) {
        const Slots slots = slots_of(out.vertices[vertex], row, indexed, counts.max_influences);
        for (const Slot& slot : slots.all())
          if (slot.weight > 0) bones.push_back(slot.bone);
      }
      all.back().add(bones);
    }
  }
  return all;
}

BoneSets distinct(const BoneSets& sets) {
  std::vector<size_t> order(sets.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    if (sets[a].size() != sets[b].size()) return sets[a].size() > sets[b].size();
    return std::lexicographical_compare(sets[a].begin(), sets[a].end(), sets[b].begin(),
                                        sets[b].end());
  });
  BoneSets result;
  for (const size_t i : order) {
    const auto set = sets[i];
    if (set.empty()) break;
    const size_t last = result.size() - 1;
    if (result.size() == 0 ||
        !std::equal(set.begin(), set.end(), result[last].begin(), result[last].end()))
      result.add(set);
  }
  return result;
}

BoneSets maximal(const BoneSets& sets, size_t most) {
  BoneSets result;
  std::unordered_map<uint32_t, std::vector<size_t>> with_bone; // of the result
  for (size_t i = 0; i < std::min(sets.size(), most); ++i) {
    const auto set = sets[i];
    // A set that this one lies within has the rarest of its bones too.
    const std::vector<size_t>* fewest = nullptr;
    for (const uint32_t bone : set) {
      const auto& with = with_bone[bone];
      if (fewest == nullptr || with.size() < fewest->size()) fewest = &with;
    }
    const bool within = std::any_of(fewest->begin(), fewest->end(), [&](size_t larger) {
      return std::includes(result[larger].begin(), result[larger].end(), set.begin(), set.end());
    });
    if (within) continue;
    for (const uint32_t bone : set) with_bone[bone].push_back(result.size());
    result.add(set);
  }
  return result;
}

} // namespace ulna::reference
