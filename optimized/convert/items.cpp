#include "items.h"

#include "id_table.h"
#include "sort_few.h"

#include <algorithm>

namespace {

// Which items are contained in others. Larger ones have to be added first.
class Dominance {
public:
  Dominance(const std::vector<Item>& items, size_t num_bones)
      : items_(items), with_(num_bones), work_left_(4096 + 64 * items.size()) {}

  // The item that contains this one, or the item itself. A search that gets long is given up: it
  // only saves work.
  uint32_t container(uint32_t number) {
    const Item& item = items_[number];
    const std::vector<uint32_t>* candidates = &with_[item.bone[0]];
    for (uint32_t i = 1; i < item.num_bones; i++) {
      if (with_[item.bone[i]].size() < candidates->size()) candidates = &with_[item.bone[i]];
    }
    for (uint32_t candidate : *candidates) {
      if (!work_left_) break;
      work_left_--;
      if (contains(items_[candidate], item)) return candidate;
    }
    return number;
  }

  void add(uint32_t number) {
    const Item& item = items_[number];
    for (uint32_t i = 0; i < item.num_bones; i++) with_[item.bone[i]].push_back(number);
  }

private:
  static bool contains(const Item& larger, const Item& smaller) {
    return std::includes(larger.bone, larger.bone + larger.num_bones, smaller.bone,
                         smaller.bone + smaller.num_bones);
  }

  const std::vector<Item>& items_;
  std::vector<std::vector<uint32_t>> with_; // each bone
  size_t work_left_;
};

std::vector<uint32_t> by_attribute(const Patterns& patterns) {
  std::vector<uint32_t> order(patterns.patterns.size());
  for (uint32_t i = 0; i < order.size(); i++) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return patterns.patterns[a].attribute < patterns.patterns[b].attribute;
  });
  return order;
}

// All distinct sets, also those that others contain.
Items find_sets(const Patterns& patterns, size_t num_skin_bones) {
  Items found;
  found.of_pattern.resize(patterns.patterns.size());
  found.num_faces.resize(patterns.attributes.size());
  std::vector<uint32_t> number(num_skin_bones, kNoBone);
  IdTable<kMaxFaceBones> ids;
  for (uint32_t p : by_attribute(patterns)) {
    const Pattern& pattern = patterns.patterns[p];
    while (found.first_item.size() <= pattern.attribute) {
      found.first_item.push_back(ids.size());
      found.first_bone.push_back(static_cast<uint32_t>(found.bones.size()));
    }
    found.num_faces[pattern.attribute] += pattern.num_faces;
    IdTable<kMaxFaceBones>::Key key;
    key.fill(kNoBone);
    for (uint32_t i = 0; i < pattern.num_bones; i++) {
      uint32_t& own = number[pattern.bone[i]];
      if (own == kNoBone || own < found.first_bone.back()) {
        own = static_cast<uint32_t>(found.bones.size());
        found.bones.push_back(pattern.bone[i]);
      }
      key[i] = own;
    }
    sort_few(key.data(), key.data() + pattern.num_bones);
    const uint32_t id = ids.id(key);
    found.of_pattern[p] = id;
    if (id < found.items.size()) continue;
    found.items.push_back({pattern.num_bones, {}});
    std::copy_n(key.begin(), pattern.num_bones, found.items.back().bone);
  }
  found.first_item.push_back(ids.size());
  found.first_bone.push_back(static_cast<uint32_t>(found.bones.size()));
  return found;
}

} // namespace

Items find_items(const Patterns& patterns, size_t num_skin_bones) {
  Items sets = find_sets(patterns, num_skin_bones);
  std::vector<uint32_t> order(sets.items.size());
  for (uint32_t i = 0; i < order.size(); i++) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return sets.items[a].num_bones > sets.items[b].num_bones;
  });
  Dominance dominance(sets.items, sets.bones.size());
  std::vector<uint32_t> container(order.size());
  for (uint32_t set : order) {
    container[set] = dominance.container(set);
    if (container[set] == set) dominance.add(set);
  }
  // Only those that nothing contains stay, in their order.
  std::vector<uint32_t> renumbered(order.size());
  Items found = std::move(sets);
  uint32_t count = 0;
  size_t attribute = 0;
  for (uint32_t set = 0; set < container.size(); set++) {
    while (found.first_item[attribute] == set) found.first_item[attribute++] = count;
    if (container[set] != set) continue;
    found.items[count] = found.items[set];
    renumbered[set] = count++;
  }
  while (attribute < found.first_item.size()) found.first_item[attribute++] = count;
  found.items.resize(count);
  for (uint32_t& item : found.of_pattern) item = renumbered[container[item]];
  return found;
}
