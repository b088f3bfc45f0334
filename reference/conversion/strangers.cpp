#include "reference/conversion/face_bones.h"

#include <algorithm>
#include <unordered_map>

namespace ulna::reference {
namespace {

// These bound the time, not the proof.
constexpr uint64_t kMostSteps = 1 << 23;
constexpr uint64_t kIdleSteps = 1 << 14;

/// For each set the others that fit a subset together with it.
std::vector<std::vector<uint32_t>> companions(const BoneSets& sets, size_t limit) {
  const size_t count = sets.size();
  std::unordered_map<uint32_t, std::vector<uint32_t>> with_bone;
  for (uint32_t i = 0; i < count; ++i)
    for (const uint32_t bone : sets[i]) with_bone[bone].push_back(i);
  std::vector<std::vector<uint32_t>> result(count);
  std::vector<uint32_t> common(count);
  for (uint32_t i = 0; i < count; ++i) {
    std::fill(common.begin(), common.end(), 0);
    for (const uint32_t bone : sets[i])
      for (const uint32_t other : with_bone[bone]) ++common[other];
    for (uint32_t k = 0; k < count; ++k)
      if (k != i && sets[i].size() + sets[k].size() - common[k] <= limit) result[i].push_back(k);
  }
  return result;
}

/// A large set of nodes no two of which are companions, by local search: take a free node; if there
/// is none, exchange one; if that leads nowhere, take any and drop what it clashes with. A node
/// that has been in and out often waits longer, so that the search moves on.
class Strangers {
public:
  explicit Strangers(std::vector<std::vector<uint32_t>> companions)
      : companions_(std::move(companions)), taken_(companions_.size()),
        clashes_(companions_.size()), wait_(companions_.size()), age_(companions_.size()) {}

  size_t largest() {
    size_t best = 0;
    uint64_t steps = 0;
    uint64_t last_gain = 0;
    for (uint64_t move = 1; steps < kMostSteps; ++move) {
      const size_t node = next(move);
      steps += companions_.size();
      if (node == companions_.size()) break; // all are taken
      for (const uint32_t other : companions_[node]) {
        if (!taken_[other]) continue;
        put(other, false, move);
        steps += companions_[other].size();
      }
      put(node, true, move);
      steps += companions_[node].size();
      if (size_ > best) {
        best = size_;
        last_gain = steps;
      }
      // Small graphs are done long before the limit.
      if (steps - last_gain > kIdleSteps && steps - last_gain > 64 * last_gain) break;
    }
    return best;
  }

private:
  /// The node to take: of the fewest clashes, then of the shortest wait, then of the fewest
  /// companions, then the one that has rested longest.
  size_t next(uint64_t move) const {
    size_t best = companions_.size();
    const auto rank = [&](size_t i) {
      const uint32_t resting = clashes_[i] > 0 && move - age_[i] < 2 + wait_[i] % 8 ? 1 : 0;
      return std::tuple(clashes_[i] + 2 * resting, wait_[i], companions_[i].size(), age_[i]);
    };
    for (size_t i = 0; i < companions_.size(); ++i)
      if (!taken_[i] && (best == companions_.size() || rank(i) < rank(best))) best = i;
    return best;
  }

  void put(size_t node, bool in, uint64_t move) {
    taken_[node] = in;
    size_ += in ? 1 : size_t(-1);
    age_[node] = move;
    wait_[node] += in ? 0 : 1;
    for (const uint32_t other : companions_[node]) clashes_[other] += in ? 1u : ~0u;
  }

  std::vector<std::vector<uint32_t>> companions_;
  std::vector<uint8_t> taken_;
  std::vector<uint32_t> clashes_; // how many companions are taken
  std::vector<uint32_t> wait_;    // how often it was dropped
  std::vector<uint64_t> age_;     // the last move that touched it
  size_t size_ = 0;
};

} // namespace

uint32_t strangers(const BoneSets& sets, uint32_t limit) {
  return static_cast<uint32_t>(Strangers(companions(sets, limit)).largest());
}

} // namespace ulna::reference
