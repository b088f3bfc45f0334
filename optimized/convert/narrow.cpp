#include "narrow.h"

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

// The faces around a face in which its bones occur only at the corners that they share.
class Helped {
public:
  Helped(const Region& region, uint32_t face) : region_(region) {
    corner_ = region.corners.data() + 3 * size_t{face};
    for (int k = 0; k < 3; k++) {
      size_t looked_at = 0;
      for (uint32_t other : region.faces_of(corner_[k])) {
        if (++looked_at > kEnough) break; // a fan of very many faces is judged by some of them
        if (std::find(faces_, faces_ + count_, other) != faces_ + count_) continue;
        if (region.width(other) > region.max_bones) faces_[count_++] = other;
      }
    }
  }

  // How many too wide faces lose a bone if the face does, itself among them or not.
  uint32_t count(uint32_t bone) const {
    uint32_t count = 0;
    for (uint32_t i = 0; i < count_; i++) count += loses(faces_[i], bone);
    return count;
  }

private:
  static constexpr size_t kEnough = 16;

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
  uint32_t faces_[3 * kEnough];
  uint32_t count_ = 0;
};

// At least one bone of a face of four or more can go: at most one for each corner is its only one.
Step cheapest_step(const Region& region, uint32_t face, const FaceBones& bones) {
  const Helped helped(region, face);
  Step best = {0.0, face, kNoBone};
  for (uint32_t i = 0; i < bones.count; i++) {
    if (bones.fixed[i]) continue;
    const double price = bones.cost[i] / std::max(helped.count(bones.bone[i]), 1u);
    if (best.bone == kNoBone || price < best.price) best = {price, face, bones.bone[i]};
  }
  return best;
}

// Prices change with every step. A face is priced anew when its turn comes, and waits again if it
// has become dearer than the next.
void take_steps(Region& region) {
  std::priority_queue<Step> steps;
  const auto consider = [&](uint32_t face) {
    const FaceBones bones = region.bones_of(face);
    if (bones.count > region.max_bones) steps.push(cheapest_step(region, face, bones));
  };
  for (uint32_t face = 0; face < region.faces.size(); face++) consider(face);
  std::vector<Region::Influence> removed;
  while (!steps.empty()) {
    const Step asked = steps.top();
    steps.pop();
    const FaceBones bones = region.bones_of(asked.face);
    if (bones.count <= region.max_bones) continue;
    const Step now = cheapest_step(region, asked.face, bones);
    if (now.price > asked.price && !steps.empty() && now < steps.top()) {
      steps.push(now);
      continue;
    }
    region.remove(asked.face, now.bone, removed);
    consider(asked.face);
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
  take_steps(region);
  restore_what_fits(region);
}
