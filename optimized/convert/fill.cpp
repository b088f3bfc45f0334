#include "fill.h"

#include <algorithm>

static constexpr uint32_t kNone = UINT32_MAX;

Filler::Filler(const Items& items, uint32_t max_bones)
    : items_(items.items), max_bones_(max_bones), bones_(items.bones.size()),
      overlaps_(items.items.size()) {
  // All of them for any ordinary mesh; a bound on the time for a mesh of very many sets of bones.
  enough_ = std::max<size_t>(16, 4000000 / (items_.size() + 1));
  size_t total = 0;
  for (const Item& item : items_) {
    for (uint32_t i = 0; i < item.num_bones; i++) bones_[item.bone[i]].left++;
  }
  for (Bone& bone : bones_) {
    bone.first = static_cast<uint32_t>(total);
    bone.rarity = 1.0 / bone.left;
    total += bone.left;
  }
  with_.resize(total);
  for (uint32_t number = 0; number < items_.size(); number++) {
    for (uint32_t i = 0; i < items_[number].num_bones; i++) {
      Bone& bone = bones_[items_[number].bone[i]];
      with_[bone.first + bone.listed++] = number;
    }
  }
}

uint32_t Filler::fill(uint32_t first_item, uint32_t last_item, std::vector<uint32_t>& subset_of) {
  subset_of_ = &subset_of;
  for (uint32_t size = 0; size <= kMaxFaceBones; size++) {
    by_size_[size].clear();
    next_[size] = 0;
  }
  for (uint32_t item = first_item; item < last_item; item++) {
    subset_of[item] = kNone;
    by_size_[items_[item].num_bones].push_back(item);
  }
  num_left_ = last_item - first_item;
  for (subset_ = 0; num_left_; subset_++) {
    stamp_++;
    room_ = max_bones_;
    candidates_.clear();
    while (place_candidate() || place_other()) {
    }
  }
  return subset_;
}

void Filler::add_item(uint32_t number) {
  const Item& item = items_[number];
  (*subset_of_)[number] = subset_;
  num_left_--;
  for (uint32_t i = 0; i < item.num_bones; i++) {
    Bone& bone = bones_[item.bone[i]];
    bone.left--;
    bone.rarity = bone.left ? 1.0 / bone.left : 0.0;
    if (bone.stamp != stamp_) add_bone(item.bone[i]);
  }
}

void Filler::add_bone(uint32_t number) {
  Bone& bone = bones_[number];
  bone.stamp = stamp_;
  room_--;
  uint32_t* list = with_.data() + bone.first;
  for (uint32_t i = 0; i < bone.listed && i < enough_;) {
    const uint32_t item = list[i];
    if ((*subset_of_)[item] != kNone) {
      list[i] = list[--bone.listed];
      continue;
    }
    Overlap& overlap = overlaps_[item];
    if (overlap.stamp != stamp_) {
      overlap = {stamp_, 0};
      candidates_.push_back(item);
    }
    overlap.bones++;
    i++;
  }
}

// Of the items that share a bone with the subset and fit, places one that needs the fewest new
// bones; of those the one whose shared bones are needed by the fewest others.
bool Filler::place_candidate() {
  uint32_t best = kNone, best_missing = 0;
  double best_rarity = 0.0;
  size_t looked_at = 0;
  for (size_t i = candidates_.size(); i-- > 0 && looked_at < enough_;) {
    const uint32_t number = candidates_[i];
    if ((*subset_of_)[number] != kNone) {
      candidates_[i] = candidates_.back();
      candidates_.pop_back();
      continue;
    }
    looked_at++;
    const Item& item = items_[number];
    const uint32_t missing = item.num_bones - overlaps_[number].bones;
    if (missing > room_ || (best != kNone && missing > best_missing)) continue;
    double rarity = 0.0;
    for (uint32_t k = 0; k < item.num_bones; k++) {
      const Bone& bone = bones_[item.bone[k]];
      if (bone.stamp == stamp_) rarity += bone.rarity;
    }
    const bool better = best == kNone || missing < best_missing || rarity > best_rarity ||
                        (!(rarity < best_rarity) && number < best);
    if (!better) continue;
    best = number;
    best_missing = missing;
    best_rarity = rarity;
  }
  if (best != kNone) add_item(best);
  return best != kNone;
}

// Places the first of the largest items that are left and fit.
bool Filler::place_other() {
  for (uint32_t size = std::min(room_, kMaxFaceBones); size > 0; size--) {
    const std::vector<uint32_t>& items = by_size_[size];
    size_t& next = next_[size];
    while (next < items.size() && (*subset_of_)[items[next]] != kNone) next++;
    if (next == items.size()) continue;
    add_item(items[next]);
    return true;
  }
  return false;
}
