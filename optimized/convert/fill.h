// A first cover, subset after subset.
#ifndef ULNA_OPTIMIZED_FILL_H
#define ULNA_OPTIMIZED_FILL_H

#include "items.h"

class Filler {
public:
  Filler(const Items& items, uint32_t max_bones);

  // Puts the items first_item to last_item - 1 into subsets: each begins with a largest item that
  // is left, and takes those that need the fewest new bones. Writes subset_of for these items,
  // counted from 0, and returns the number of subsets.
  uint32_t fill(uint32_t first_item, uint32_t last_item, std::vector<uint32_t>& subset_of);

private:
  struct Bone {
    uint32_t first, listed; // where its items are in with_, and how many of them may be left
    uint32_t left;          // items that are not in a subset yet
    double rarity;          // 1 / left
    uint64_t stamp;         // the last subset that got it
  };
  struct Overlap {
    uint64_t stamp;
    uint32_t bones; // that the item shares with the subset `stamp`; at least
  };

  void add_item(uint32_t item);
  void add_bone(uint32_t bone);
  bool place_candidate();
  bool place_other();

  const std::vector<Item>& items_;
  const uint32_t max_bones_;
  size_t enough_; // items looked at in a list
  std::vector<Bone> bones_;
  std::vector<uint32_t> with_;
  std::vector<Overlap> overlaps_;

  // While filling:
  std::vector<uint32_t>* subset_of_ = nullptr;
  std::vector<uint32_t> by_size_[kMaxFaceBones + 1];
  size_t next_[kMaxFaceBones + 1];
  uint32_t num_left_ = 0, subset_ = 0, room_ = 0;
  uint64_t stamp_ = 0;
  std::vector<uint32_t> candidates_; // items that share a bone with the subset
};

#endif
