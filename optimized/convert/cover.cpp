#include "cover.h"

#include "fill.h"
#include "sort_few.h"

#include <algorithm>
#include <numeric>

namespace {

// How many bones two items have together.
uint32_t count_together(const Item& a, const Item& b) {
  uint32_t shared = 0;
  for (uint32_t i = 0, k = 0; i < a.num_bones && k < b.num_bones;) {
    shared += a.bone[i] == b.bone[k];
    const bool next_a = a.bone[i] <= b.bone[k];
    const bool next_b = a.bone[i] >= b.bone[k];
    i += next_a;
    k += next_b;
  }
  return a.num_bones + b.num_bones - shared;
}

// A lower bound by bones that hang together. p subsets that share n such bones have at least
// n + p - 1 places for them, for each but the first must meet one before it; so p is at least
// (n - 1) / (max_bones - 1). A subset may serve several such groups, with separate places.
uint32_t bound_by_groups(const Window& window) {
  std::vector<uint32_t> parent(window.num_bones);
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](uint32_t bone) {
    while (parent[bone] != bone) bone = parent[bone] = parent[parent[bone]];
    return bone;
  };
  for (const Item& item : window.items) {
    for (uint32_t i = 1; i < item.num_bones; i++) parent[root(item.bone[i])] = root(item.bone[0]);
  }
  std::vector<uint32_t> size(window.num_bones);
  for (uint32_t bone = 0; bone < window.num_bones; bone++) size[root(bone)]++;
  uint64_t places = 0;
  uint32_t most = 1;
  for (uint32_t bones : size) {
    if (!bones) continue;
    const uint32_t step = std::max(window.max_bones - 1, 1u);
    const uint32_t subsets = std::max((bones - 1 + step - 1) / step, 1u);
    most = std::max(most, subsets);
    places += bones + subsets - 1;
  }
  const uint64_t needed = (places + window.max_bones - 1) / window.max_bones;
  return std::max(most, static_cast<uint32_t>(needed));
}

// A lower bound by items no two of which fit one subset, taken as they come, large ones first.
uint32_t bound_by_clique(const Window& window) {
  std::vector<const Item*> clique;
  for (uint32_t size = std::min(window.max_bones, kMaxFaceBones); 2 * size > window.max_bones;
       size--) {
    for (const Item& item : window.items) {
      if (item.num_bones != size) continue;
      const bool apart = std::all_of(clique.begin(), clique.end(), [&](const Item* other) {
        return count_together(item, *other) > window.max_bones;
      });
      if (apart) clique.push_back(&item);
    }
  }
  return static_cast<uint32_t>(clique.size());
}

// The items that a run of subsets holds, as a window.
class Windows {
public:
  Windows(const Items& items, uint32_t max_bones) : items_(items), number_(items.bones.size()) {
    window_.max_bones = max_bones;
  }

  void clear() {
    window_.num_bones = window_.num_subsets = 0;
    window_.items.clear();
    window_.subset_of.clear();
    round_++;
  }
  void add_subset(const uint32_t* begin, const uint32_t* end) {
    for (const uint32_t* item = begin; item != end; item++) {
      Item own = items_.items[*item];
      for (uint32_t i = 0; i < own.num_bones; i++) {
        Number& number = number_[own.bone[i]];
        if (number.round != round_) number = {round_, window_.num_bones++};
        own.bone[i] = number.number;
      }
      sort_few(own.bone, own.bone + own.num_bones);
      window_.items.push_back(own);
      window_.subset_of.push_back(window_.num_subsets);
    }
    window_.num_subsets++;
  }
  Window& window() { return window_; }

private:
  struct Number {
    uint32_t round, number;
  };
  const Items& items_;
  std::vector<Number> number_;
  uint32_t round_ = 0;
  Window window_;
};

// The items of each subset, one after the other.
struct Members {
  std::vector<uint32_t> first, item;
};

Members list_members(const uint32_t* subset_of, uint32_t first_item, uint32_t last_item,
                     uint32_t num_subsets) {
  Members members;
  members.first.assign(num_subsets + 1, 0);
  members.item.resize(last_item - first_item);
  for (uint32_t item = first_item; item < last_item; item++) members.first[subset_of[item] + 1]++;
  for (uint32_t s = 0; s < num_subsets; s++) members.first[s + 1] += members.first[s];
  std::vector<uint32_t> next(members.first.begin(), members.first.end() - 1);
  for (uint32_t item = first_item; item < last_item; item++)
    members.item[next[subset_of[item]]++] = item;
  return members;
}

constexpr size_t kWindowItems = 256;

// What the search in an attribute may cost, at a few nanoseconds a unit: some for each face, and a
// start that lets few faces with many sets of bones be searched as well.
uint64_t work_for(uint64_t num_faces, uint64_t num_items) {
  return 16 * num_faces + 256 * std::min<uint64_t>(num_items, kWindowItems);
}

// Looks at some neighbouring subsets at a time, and renumbers all. Returns how many there are.
uint32_t improve(Windows& windows, SaveSubset save_subset, uint64_t work, uint32_t first_item,
                 uint32_t last_item, uint32_t num_subsets, std::vector<uint32_t>& subset_of) {
  const Members members = list_members(subset_of.data(), first_item, last_item, num_subsets);
  const uint64_t work_for_item = work / members.item.size() + 1;
  uint32_t next = 0;
  for (uint32_t s = 0; s < num_subsets;) {
    windows.clear();
    const uint32_t first = members.first[s];
    do {
      windows.add_subset(members.item.data() + members.first[s],
                         members.item.data() + members.first[s + 1]);
      s++;
    } while (s < num_subsets && members.first[s + 1] - first <= kWindowItems);
    Window& window = windows.window();
    uint64_t left = work_for_item * window.items.size();
    const uint32_t bound = std::max(bound_by_groups(window), bound_by_clique(window));
    while (window.num_subsets > bound && save_subset(window, left)) {
    }
    for (size_t i = 0; i < window.items.size(); i++)
      subset_of[members.item[first + i]] = next + window.subset_of[i];
    next += window.num_subsets;
  }
  return next;
}

} // namespace

Cover cover(const Items& items, uint32_t max_bones, SaveSubset save_subset) {
  Cover found;
  found.subset_of.resize(items.items.size());
  Filler filler(items, max_bones);
  Windows windows(items, max_bones);
  uint32_t first_subset = 0;
  for (size_t attribute = 0; attribute + 1 < items.first_item.size(); attribute++) {
    found.first_of.push_back(first_subset);
    const uint32_t first = items.first_item[attribute];
    const uint32_t last = items.first_item[attribute + 1];
    uint32_t count = filler.fill(first, last, found.subset_of);
    if (count > 1)
      count = improve(windows, save_subset, work_for(items.num_faces[attribute], last - first),
                      first, last, count, found.subset_of);
    for (uint32_t item = first; item < last; item++) found.subset_of[item] += first_subset;
    first_subset += count;
  }
  found.first_of.push_back(first_subset);
  return found;
}
