// The sets of bones that have to fit into subsets.
#ifndef ULNA_OPTIMIZED_ITEMS_H
#define ULNA_OPTIMIZED_ITEMS_H

#include "patterns.h"

// A set of bones that some faces of an attribute have, and no larger one contains.
struct Item {
  uint32_t num_bones;
  uint32_t bone[kMaxFaceBones]; // ascending
};

// Bones have new numbers here, and another one in each attribute, from first_bone of the attribute
// on: what holds for one attribute does not depend on the others.
struct Items {
  std::vector<Item> items;          // attribute after attribute
  std::vector<uint32_t> of_pattern; // the item that contains the pattern's bones
  std::vector<uint32_t> first_item; // of each attribute, and one more
  std::vector<uint32_t> first_bone; // of each attribute, and one more
  std::vector<uint64_t> num_faces;  // of each attribute
  std::vector<uint32_t> bones;      // what the skin calls a bone
};

Items find_items(const Patterns& patterns, size_t num_skin_bones);

#endif
