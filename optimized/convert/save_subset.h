// Saving a subset by moving items around: a search that a port runs on the sets it is good at.
#ifndef ULNA_OPTIMIZED_SAVE_SUBSET_H
#define ULNA_OPTIMIZED_SAVE_SUBSET_H

#include "cover.h"

#include <algorithm>

// One subset is dissolved, and its items look for a place. Where an item fits nowhere it pushes its
// way in: it goes where the items that have to leave for it are the lightest, and those look for a
// place in turn. Items that were pushed out get heavier, so that nothing is pushed around for ever.
//
// Sets are rows of words. Rows tells how many bones two of them have together, and unites them:
//   static uint32_t count(const uint64_t* a, const uint64_t* b, size_t words)
//   static void unite(uint64_t* a, const uint64_t* b, size_t words): a = a | b
template <class Rows>
class SubsetSaver {
public:
  SubsetSaver(Window& window, uint64_t& work)
      : window_(window), work_(work), words_((window.num_bones + 63) / 64),
        rows_(window.items.size() * words_), unions_(window.num_subsets * words_),
        together_(words_), weight_(window.items.size(), 1), size_(window.num_subsets),
        members_(window.num_subsets) {
    for (uint32_t item = 0; item < window.items.size(); item++) {
      for (uint32_t i = 0; i < window.items[item].num_bones; i++) {
        const uint32_t bone = window.items[item].bone[i];
        row(item)[bone / 64] |= uint64_t{1} << bone % 64;
      }
      members_[window.subset_of[item]].push_back(item);
    }
    for (uint32_t subset = 0; subset < window.num_subsets; subset++) unite_members(subset);
  }

  bool save() {
    if (window_.num_subsets < 2) return false;
    dissolve_smallest();
    while (!homeless_.empty()) {
      const uint64_t cost = members_.size() + weight_.size();
      if (work_ < cost) {
        work_ = 0;
        return false;
      }
      work_ -= cost;
      const uint32_t item = homeless_.back();
      homeless_.pop_back();
      if (!place(item)) push_in(item);
    }
    window_.num_subsets--;
    for (uint32_t subset = 0; subset < members_.size(); subset++) {
      for (uint32_t item : members_[subset]) window_.subset_of[item] = subset;
    }
    return true;
  }

private:
  uint64_t* row(uint32_t item) { return rows_.data() + item * words_; }
  uint64_t* union_of(uint32_t subset) { return unions_.data() + subset * words_; }

  void unite_members(uint32_t subset) {
    std::fill_n(union_of(subset), words_, 0);
    for (uint32_t item : members_[subset]) Rows::unite(union_of(subset), row(item), words_);
    size_[subset] = Rows::count(union_of(subset), union_of(subset), words_);
  }

  uint32_t random(uint32_t below) {
    random_ = random_ * 6364136223846793005 + 1442695040888963407; // Knuth's MMIX
    return static_cast<uint32_t>((random_ >> 32) * below >> 32);
  }

  void dissolve_smallest() {
    uint32_t smallest = 0;
    for (uint32_t subset = 1; subset < members_.size(); subset++) {
      if (members_[subset].size() < members_[smallest].size()) smallest = subset;
    }
    homeless_ = members_[smallest];
    const uint32_t last = static_cast<uint32_t>(members_.size() - 1);
    members_[smallest].swap(members_[last]);
    members_.pop_back();
    if (smallest != last) unite_members(smallest);
  }

  // Puts an item where it fits and needs the fewest new bones, ties by lot.
  bool place(uint32_t item) {
    uint32_t best = UINT32_MAX, least = UINT32_MAX, ties = 0;
    for (uint32_t subset = 0; subset < members_.size(); subset++) {
      const uint32_t with = Rows::count(union_of(subset), row(item), words_);
      if (with > window_.max_bones) continue;
      const uint32_t added = with - size_[subset];
      if (added > least || (added == least && random(++ties))) continue;
      if (added < least) ties = 1;
      least = added;
      best = subset;
    }
    if (best == UINT32_MAX) return false;
    members_[best].push_back(item);
    Rows::unite(union_of(best), row(item), words_);
    size_[best] += least;
    return true;
  }

  // Adds the members that can stay beside an item, the heaviest first, and hands the others out.
  template <class Leave>
  void stay_beside(uint32_t item, uint32_t subset, Leave leave) {
    std::copy_n(row(item), words_, together_.data());
    for (uint32_t member : members_[subset]) {
      if (Rows::count(together_.data(), row(member), words_) <= window_.max_bones) {
        Rows::unite(together_.data(), row(member), words_);
      } else if (!leave(member)) {
        return;
      }
    }
  }

  void push_in(uint32_t item) {
    uint32_t best = UINT32_MAX, ties = 0;
    uint64_t least = UINT64_MAX;
    for (uint32_t subset = 0; subset < members_.size(); subset++) {
      uint64_t leaving = 0;
      stay_beside(item, subset, [&](uint32_t member) {
        leaving += weight_[member];
        return leaving <= least;
      });
      if (leaving > least || (leaving == least && random(++ties))) continue;
      if (leaving < least) ties = 1;
      least = leaving;
      best = subset;
    }
    pushed_.clear();
    stay_beside(item, best, [&](uint32_t member) {
      pushed_.push_back(member);
      return true;
    });
    std::copy(together_.begin(), together_.end(), union_of(best));
    size_[best] = Rows::count(union_of(best), union_of(best), words_);
    std::vector<uint32_t>& members = members_[best];
    for (uint32_t member : pushed_) {
      members.erase(std::find(members.begin(), members.end(), member));
      weight_[member]++;
      homeless_.insert(homeless_.begin() + random(static_cast<uint32_t>(homeless_.size()) + 1),
                       member);
    }
    members.push_back(item);
    std::stable_sort(members.begin(), members.end(),
                     [this](uint32_t a, uint32_t b) { return weight_[a] > weight_[b]; });
  }

  Window& window_;
  uint64_t& work_;
  const size_t words_;
  std::vector<uint64_t> rows_, unions_, together_;
  std::vector<uint32_t> weight_;
  std::vector<uint32_t> size_;                 // of each subset, in bones
  std::vector<std::vector<uint32_t>> members_; // of each subset, the heaviest first
  std::vector<uint32_t> homeless_, pushed_;
  uint64_t random_ = 0;
};

template <class Rows>
bool save_subset(Window& window, uint64_t& work) {
  return SubsetSaver<Rows>(window, work).save();
}

#endif
