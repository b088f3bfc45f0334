#include "save_bone_sets.h"

#include "id_table.h"
#include "sort_few.h"

#include <algorithm>

namespace {

constexpr size_t kFewFaces = 16;
constexpr size_t kSetsLookedAt = 256;

class BoneSetSaver {
public:
  BoneSetSaver(const Patterns& patterns, Region& region)
      : patterns_(patterns), region_(region), work_left_(65536 + 32 * region.faces.size()) {
    count_all();
  }

  // Saves what can be saved for a weight, and returns what is left of it; once through the sets.
  double save(double weight);

private:
  using Key = IdTable<1 + kMaxFaceBones>::Key; // the rank of an attribute, sorted bones, padding

  struct Plan {
    double cost;
    uint32_t set, bone;
  };

  Key key_of(uint32_t face) const;
  uint32_t add(const Key& key);
  void count_all();
  std::vector<std::vector<uint32_t>> own_faces() const;
  Plan cheapest(uint32_t set, const std::vector<uint32_t>& faces);
  bool attempt(uint32_t set, uint32_t bone, const std::vector<uint32_t>& faces, double& cost);
  bool is_known(uint32_t face, uint32_t without);
  bool fits(uint32_t vertex, uint32_t without);
  void commit();
  void undo();

  const Patterns& patterns_;
  Region& region_;
  IdTable<1 + kMaxFaceBones> sets_;
  std::vector<uint32_t> users_;                       // the faces that have each set,
  std::vector<uint32_t> near_users_;                  // and those of them in the region
  std::vector<std::vector<uint32_t>> sets_with_;      // each bone
  std::vector<uint32_t> set_of_;                      // each face of the region
  std::vector<Region::Influence> removed_, restored_; // by the attempt
  size_t work_left_;
};

BoneSetSaver::Key BoneSetSaver::key_of(uint32_t face) const {
  const FaceBones bones = region_.bones_of(face);
  Key key;
  key.fill(kNoBone);
  key[0] = patterns_.patterns[patterns_.of_face[region_.faces[face]]].attribute;
  std::copy_n(bones.bone, bones.count, key.begin() + 1);
  sort_few(key.data() + 1, key.data() + key.size());
  return key;
}

uint32_t BoneSetSaver::add(const Key& key) {
  const uint32_t set = sets_.id(key);
  if (set < users_.size()) return set;
  users_.push_back(0);
  near_users_.push_back(0);
  for (size_t i = 1; i < key.size() && key[i] != kNoBone; i++) {
    if (key[i] >= sets_with_.size()) sets_with_.resize(key[i] + 1);
    sets_with_[key[i]].push_back(set);
  }
  return set;
}

void BoneSetSaver::count_all() {
  std::vector<uint32_t> far(patterns_.patterns.size());
  for (size_t i = 0; i < far.size(); i++) far[i] = patterns_.patterns[i].num_faces;
  for (uint32_t face : region_.faces) far[patterns_.of_face[face]]--;
  for (size_t i = 0; i < far.size(); i++) {
    if (!far[i]) continue;
    const Pattern& pattern = patterns_.patterns[i];
    Key key;
    key.fill(kNoBone);
    key[0] = pattern.attribute;
    std::copy_n(pattern.bone, pattern.num_bones, key.begin() + 1);
    sort_few(key.data() + 1, key.data() + key.size());
    users_[add(key)] += far[i];
  }
  for (uint32_t face = 0; face < region_.faces.size(); face++) {
    set_of_.push_back(add(key_of(face)));
    users_[set_of_.back()]++;
    near_users_[set_of_.back()]++;
  }
}

// The faces of the sets that could be saved; nothing for the others.
std::vector<std::vector<uint32_t>> BoneSetSaver::own_faces() const {
  std::vector<std::vector<uint32_t>> faces(users_.size());
  for (uint32_t face = 0; face < set_of_.size(); face++) {
    const uint32_t set = set_of_[face];
    const bool full = sets_[set][region_.max_bones] != kNoBone;
    if (full && users_[set] == near_users_[set] && users_[set] <= kFewFaces)
      faces[set].push_back(face);
  }
  return faces;
}

// Whether a face has bones that other faces of its attribute have without it and a set.
bool BoneSetSaver::is_known(uint32_t face, uint32_t without) {
  constexpr size_t kCostOfKey = 8;
  work_left_ -= std::min(work_left_, kCostOfKey);
  const Key key = key_of(face);
  const uint32_t same = sets_.find(key);
  if (same != UINT32_MAX && users_[same] && same != without) return true;
  const std::vector<uint32_t>* candidates = nullptr;
  size_t count = 0;
  for (size_t i = 1; i < key.size() && key[i] != kNoBone; i++, count++) {
    if (key[i] >= sets_with_.size()) return false;
    const std::vector<uint32_t>& with = sets_with_[key[i]];
    if (!candidates || with.size() < candidates->size()) candidates = &with;
  }
  const size_t enough = std::min(candidates->size(), kSetsLookedAt);
  for (size_t i = 0; i < enough && work_left_; i++, work_left_--) {
    const uint32_t set = (*candidates)[i];
    if (set == without || !users_[set] || sets_[set][0] != key[0]) continue;
    const Key& larger = sets_[set];
    if (std::includes(larger.begin() + 1, larger.end(), key.begin() + 1,
                      key.begin() + 1 + static_cast<ptrdiff_t>(count)))
      return true;
  }
  return false;
}

bool BoneSetSaver::fits(uint32_t vertex, uint32_t without) {
  for (uint32_t face : region_.faces_of(vertex)) {
    if (!work_left_) return false;
    if (region_.width(face) > region_.max_bones || !is_known(face, without)) return false;
  }
  return true;
}

// Takes a bone from all faces of a set, and gives their vertices in exchange what they can have
// without making a new set. Returns whether that leaves no face with the set or a new one.
bool BoneSetSaver::attempt(uint32_t set, uint32_t bone, const std::vector<uint32_t>& faces,
                           double& cost) {
  removed_.clear();
  restored_.clear();
  for (uint32_t face : faces) {
    const FaceBones bones = region_.bones_of(face);
    for (uint32_t i = 0; i < bones.count; i++) {
      if (bones.bone[i] == bone && bones.fixed[i]) return false;
    }
    region_.remove(face, bone, removed_);
  }
  std::vector<Region::Influence> lost;
  std::vector<uint32_t> touched;
  for (const Region::Influence& influence : removed_) touched.push_back(influence.vertex);
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  for (uint32_t vertex : touched) region_.add_lost(vertex, lost);
  region_.sort_by_share(lost);
  cost = 0.0;
  for (const Region::Influence& influence : removed_) cost += region_.share(influence);
  for (const Region::Influence& influence : lost) {
    region_.restore(influence);
    if (fits(influence.vertex, set)) {
      restored_.push_back(influence);
      cost -= region_.share(influence);
    } else {
      region_.drop(influence);
    }
  }
  return std::all_of(faces.begin(), faces.end(),
                     [&](uint32_t face) { return is_known(face, set); });
}

void BoneSetSaver::undo() {
  for (const Region::Influence& influence : restored_) region_.drop(influence);
  for (const Region::Influence& influence : removed_) region_.restore(influence);
}

void BoneSetSaver::commit() {
  for (const auto* influences : {&removed_, &restored_}) {
    for (const Region::Influence& influence : *influences) {
      for (uint32_t face : region_.faces_of(influence.vertex)) {
        users_[set_of_[face]]--;
        near_users_[set_of_[face]]--;
        set_of_[face] = add(key_of(face));
        users_[set_of_[face]]++;
        near_users_[set_of_[face]]++;
      }
    }
  }
}

BoneSetSaver::Plan BoneSetSaver::cheapest(uint32_t set, const std::vector<uint32_t>& faces) {
  Plan best = {0.0, set, kNoBone};
  const Key key = sets_[set];
  for (uint32_t i = 1; i <= region_.max_bones; i++) {
    double cost;
    const bool done = attempt(set, key[i], faces, cost);
    undo();
    if (done && (best.bone == kNoBone || cost < best.cost)) best = {cost, set, key[i]};
  }
  return best;
}

double BoneSetSaver::save(double weight) {
  const std::vector<std::vector<uint32_t>> faces = own_faces();
  std::vector<Plan> plans;
  for (uint32_t set = 0; set < faces.size() && work_left_; set++) {
    if (faces[set].empty()) continue;
    const Plan plan = cheapest(set, faces[set]);
    if (plan.bone != kNoBone && plan.cost <= weight) plans.push_back(plan);
  }
  std::sort(plans.begin(), plans.end(), [](const Plan& a, const Plan& b) {
    return a.cost != b.cost ? a.cost < b.cost : a.set < b.set;
  });
  for (const Plan& plan : plans) {
    // Others may have changed these faces meanwhile, or moved more faces to the set.
    const std::vector<uint32_t>& own = faces[plan.set];
    const bool same = users_[plan.set] == own.size() &&
                      std::all_of(own.begin(), own.end(),
                                  [&](uint32_t face) { return set_of_[face] == plan.set; });
    if (!same) continue;
    double cost;
    if (attempt(plan.set, plan.bone, own, cost) && cost <= weight) {
      commit();
      weight -= std::max(cost, 0.0);
    } else {
      undo();
    }
  }
  return weight;
}

} // namespace

void save_sets(const Patterns& patterns, double slack, Region& region) {
  std::vector<Region::Influence> lost;
  for (uint32_t vertex = 0; vertex < region.vertices.size(); vertex++)
    region.add_lost(vertex, lost);
  double weight = 0.0;
  for (const Region::Influence& influence : lost) weight += slack * region.share(influence);
  BoneSetSaver saver(patterns, region);
  constexpr int kRounds = 3;
  for (int round = 0; round < kRounds; round++) weight = saver.save(weight);
}
