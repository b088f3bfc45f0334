#include "narrow.h"

#include "sort_few.h"

#include <algorithm>
#include <queue>

namespace {

struct Step {
  double price;
  uint32_t face, bone;
  bool operator<(const Step& other) const { // the queue's greatest is the cheapest
    return price != other.price ? price > other.price : face > other.face;
  }
};

// The too wide faces around a face, itself among them.
class Helped {
public:
  static constexpr size_t kMost = 8; // of each corner

  Helped(const Region& region, const std::vector<bool>& waiting, uint32_t face, size_t enough)
      : region_(region) {
    corner_ = region.corners.data() + 3 * size_t{face};
    for (int k = 0; k < 3; k++) {
      size_t looked_at = 0;
      for (uint32_t other : region.faces_of(corner_[k])) {
        if (++looked_at > enough) break;
        const bool again = std::find(faces_, faces_ + count_, other) != faces_ + count_;
        if (waiting[other] && !again) faces_[count_++] = other;
      }
    }
  }

  uint32_t size() const { return count_; }

  // How many of them lose a bone if the face does: those that have it at shared corners only.
  uint32_t count(uint32_t bone) const {
    uint32_t count = 0;
    for (uint32_t i = 0; i < count_; i++) count += loses(faces_[i], bone);
    return count;
  }

private:
  bool loses(uint32_t other, uint32_t bone) const {
    bool had = false;
    for (int k = 0; k < 3; k++) {
      const uint32_t vertex = region_.corners[3 * size_t{other} + k];
      if (!region_.has(vertex, bone)) continue;
      if (std::find(corner_, corner_ + 3, vertex) == corner_ + 3) return false;
      had = true;
    }
    return had;
  }

  const Region& region_;
  const uint32_t* corner_;
  uint32_t faces_[3 * kMost];
  uint32_t count_ = 0;
};

class Narrowing {
public:
  explicit Narrowing(Region& region)
      : region_(region),
        enough_(std::clamp<size_t>(400000 / (region.faces.size() + 1), 1, Helped::kMost)),
        waiting_(region.faces.size()) {}

  void run();

private:
  static constexpr double kPatience = 1.1; // times the next price: what is not worth a wait

  Step cheapest_step(uint32_t face, const FaceBones& bones) const;
  void wait(const Step& step) {
    waiting_[step.face] = true;
    steps_.push(step);
  }

  Region& region_;
  const size_t enough_;       // neighbours looked at: fewer where very many faces are too wide
  std::vector<bool> waiting_; // faces that were too wide when they were last looked at
  std::priority_queue<Step> steps_;
};

// At least one bone of a face of four or more can go: at most one for each corner is its only one.
Step Narrowing::cheapest_step(uint32_t face, const FaceBones& bones) const {
  const Helped helped(region_, waiting_, face, enough_);
  uint32_t order[kMaxFaceBones];
  for (uint32_t i = 0; i < bones.count; i++) order[i] = i;
  sort_few(order, order + bones.count,
           [&](uint32_t a, uint32_t b) { return bones.cost[a] < bones.cost[b]; });
  Step best = {0.0, face, kNoBone};
  for (uint32_t k = 0; k < bones.count; k++) {
    const uint32_t i = order[k];
    if (bones.fixed[i]) continue;
    // It cannot help more faces than there are, and neither can those behind it.
    if (best.bone != kNoBone && bones.cost[i] >= best.price * helped.size()) break;
    const double price = bones.cost[i] / std::max(helped.count(bones.bone[i]), 1u);
    if (best.bone == kNoBone || price < best.price) best = {price, face, bones.bone[i]};
  }
  return best;
}

// Prices change with every step. A face is priced anew when its turn comes, and waits again if it
// has become much dearer than the next.
void Narrowing::run() {
  const auto too_wide = [&](uint32_t face) { return region_.width(face) > region_.max_bones; };
  for (uint32_t face = 0; face < waiting_.size(); face++) waiting_[face] = too_wide(face);
  for (uint32_t face = 0; face < waiting_.size(); face++) {
    if (waiting_[face]) wait(cheapest_step(face, region_.bones_of(face)));
  }
  std::vector<Region::Influence> removed;
  while (!steps_.empty()) {
    const Step asked = steps_.top();
    steps_.pop();
    const FaceBones bones = region_.bones_of(asked.face);
    waiting_[asked.face] = bones.count > region_.max_bones;
    if (!waiting_[asked.face]) continue;
    const Step now = cheapest_step(asked.face, bones);
    const bool dearer =
        now.price > asked.price && !steps_.empty() && now.price > kPatience * steps_.top().price;
    if (!dearer) region_.remove(asked.face, now.bone, removed);
    wait(now);
  }
}

void restore_what_fits(Region& region) {
  std::vector<Region::Influence> lost;
  for (uint32_t vertex = 0; vertex < region.vertices.size(); vertex++)
    region.add_lost(vertex, lost);
  region.sort_by_share(lost);
  for (const Region::Influence influence : lost) {
    region.restore(influence);
    const auto faces = region.faces_of(influence.vertex);
    const auto too_wide = [&](uint32_t face) { return region.width(face) > region.max_bones; };
    if (std::any_of(faces.begin(), faces.end(), too_wide)) region.drop(influence);
  }
}

} // namespace

void narrow(Region& region) {
  Narrowing(region).run();
  restore_what_fits(region);
}
