// Putting items into as few subsets as can be found.
#ifndef ULNA_OPTIMIZED_COVER_H
#define ULNA_OPTIMIZED_COVER_H

#include "items.h"

// Some items of an attribute in subsets, and the bones of these items, counted from 0.
struct Window {
  uint32_t num_bones;
  uint32_t max_bones; // of a subset
  std::vector<Item> items;
  std::vector<uint32_t> subset_of;
  uint32_t num_subsets;
};

// Puts the items of a window into one subset less. Returns whether it could; if not, the window is
// as it was. Takes what it does from `work`, a unit for each union of two sets, and gives up when
// there is none left.
using SaveSubset = bool (*)(Window& window, uint64_t& work);

struct Cover {
  std::vector<uint32_t> subset_of; // each item
  std::vector<uint32_t> first_of;  // the first subset of each attribute, and one more
};

Cover cover(const Items& items, uint32_t max_bones, SaveSubset save_subset);

#endif
