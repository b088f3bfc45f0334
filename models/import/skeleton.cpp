#include "models/import/skeleton.h"

#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace ulna::importer {
namespace {

constexpr double kTicksPerSecond = 25; ///< where the file does not say: Assimp's own assumption

uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

/// Number i of the seed's sequence, uniform in [0, 1).
double uniform(uint64_t seed, uint64_t i) {
  return static_cast<double>(mix(mix(seed) + i) >> 11) * 0x1p-53;
}

Vec blend(const Vec& a, const Vec& b, double t) {
  return a + (b - a) * t;
}
Quat blend(const Quat& a, const Quat& b, double t) {
  Quat out;
  Quat::Interpolate(out, a, b, t);
  return out;
}

/// The value at a time: between the keys around it, or the nearer end.
template <class T>
T value_at(const std::vector<Key<T>>& keys, double time) {
  const auto after = std::upper_bound(keys.begin(), keys.end(), time,
                                      [](double t, const Key<T>& key) { return t < key.time; });
  if (after == keys.begin()) return keys.front().value;
  if (after == keys.end()) return keys.back().value;
  const Key<T>& before = *(after - 1);
  return blend(before.value, after->value, (time - before.time) / (after->time - before.time));
}

Quat unit(Quat q) {
  const double norm = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  if (!std::isfinite(norm) || norm < 1e-150) return {};
  return {q.w / norm, q.x / norm, q.y / norm, q.z / norm};
}

Mat local_matrix(const Track& track, const Node& node, double time) {
  Vec scaling, position;
  Quat rotation;
  node.local.Decompose(scaling, rotation, position);
  if (!track.positions.empty()) position = value_at(track.positions, time);
  if (!track.rotations.empty()) rotation = value_at(track.rotations, time);
  if (!track.scalings.empty()) scaling = value_at(track.scalings, time);
  return {scaling, unit(rotation), position};
}

/// The nodes on which some joint's world matrix depends.
std::vector<bool> moving_nodes(const Character& character, const Skeleton& skeleton) {
  std::vector<bool> moving(character.nodes.size());
  for (size_t i = moving.size(); i-- > 0;) {
    if (skeleton.is_joint(i)) moving[i] = true;
    if (moving[i] && character.nodes[i].parent >= 0)
      moving[size_t(character.nodes[i].parent)] = true;
  }
  return moving;
}

/// A clip that moves a joint, with the time of its first and last key.
struct Playable {
  const Clip* clip;
  double first, last;
};

std::optional<Playable> playable(const Clip& clip, const std::vector<bool>& moving) {
  Playable p{&clip, HUGE_VAL, -HUGE_VAL};
  const auto add = [&p](const auto& keys) {
    if (keys.empty()) return;
    p.first = std::min(p.first, keys.front().time);
    p.last = std::max(p.last, keys.back().time);
  };
  for (const Track& track : clip.tracks) {
    if (!moving[size_t(track.node)]) continue;
    add(track.positions);
    add(track.rotations);
    add(track.scalings);
  }
  if (p.first > p.last) return std::nullopt;
  return p;
}

std::vector<Mat> rest_locals(const Character& character) {
  std::vector<Mat> locals;
  for (const Node& node : character.nodes) locals.push_back(node.local);
  return locals;
}

Pose finish(const Character& character, std::string clip, double seconds, std::vector<Mat> locals) {
  std::vector<Mat> worlds = world_matrices(character.nodes, locals);
  return {std::move(clip), seconds, std::move(locals), std::move(worlds)};
}

Pose clip_pose(const Character& character, const Playable& p, double fraction) {
  const double time = p.first + (p.last - p.first) * fraction;
  std::vector<Mat> locals = rest_locals(character);
  for (const Track& track : p.clip->tracks)
    locals[size_t(track.node)] = local_matrix(track, character.nodes[size_t(track.node)], time);
  const double rate = p.clip->ticks_per_second;
  return finish(character, printable(p.clip->name), time / (rate > 0 ? rate : kTicksPerSecond),
                std::move(locals));
}

/// Every joint swings about an axis of its own, by up to 0.4 rad, once in two seconds.
Pose sway_pose(const Character& character, const Skeleton& skeleton, double fraction,
               uint64_t seed) {
  std::vector<Mat> locals = rest_locals(character);
  for (size_t i = 0; i < locals.size(); ++i) {
    if (!skeleton.is_joint(i)) continue;
    const double z = 2 * uniform(seed, 3 * i) - 1;
    const double turn = 2 * std::numbers::pi * uniform(seed, 3 * i + 1);
    const double r = std::sqrt(1 - z * z);
    const double phase = fraction + uniform(seed, 3 * i + 2);
    Mat swing;
    Mat::Rotation(0.4 * std::sin(2 * std::numbers::pi * phase),
                  Vec(r * std::cos(turn), r * std::sin(turn), z), swing);
    locals[i] = locals[i] * swing;
  }
  return finish(character, "synthetic sway", 2 * fraction, std::move(locals));
}

/// The k-th of n moments, as a fraction of a clip. Seed 0 takes the middle of each n-th.
double moment(size_t k, size_t n, uint64_t seed) {
  const double shift = seed ? uniform(seed, 0) : 0.5;
  return (static_cast<double>(k) + shift) / static_cast<double>(n);
}

/// How many of the moments each clip gets: one after the other in turn, but no more than one for a
/// clip without duration. The seed says who is first.
std::vector<size_t> shares(const std::vector<Playable>& clips, size_t moments, uint64_t seed) {
  std::vector<size_t> share(clips.size());
  size_t given = 0;
  for (size_t round = 0; round < moments; ++round)
    for (size_t i = 0; i < clips.size() && given < moments; ++i) {
      const size_t c = (i + seed % clips.size()) % clips.size();
      if (share[c] > 0 && !(clips[c].last > clips[c].first)) continue;
      ++share[c];
      ++given;
    }
  return share;
}

ulna_joint_quat joint_quat(const Mat& local) {
  Vec scaling, position;
  Quat rotation;
  local.Decompose(scaling, rotation, position);
  const Quat q = unit(rotation);
  return {{float(q.x), float(q.y), float(q.z), float(q.w)},
          {float(position.x), float(position.y), float(position.z), 0}};
}

} // namespace

bool has_free_vertices(const Mesh& mesh) {
  std::vector<bool> bound(mesh.positions.size());
  for (const Bone& bone : mesh.bones)
    for (const Influence& influence : bone.influences) bound[influence.vertex] = true;
  return std::find(bound.begin(), bound.end(), false) != bound.end();
}

Skeleton::Skeleton(const Character& character) : joint_of_node_(character.nodes.size(), kNone) {
  const std::vector<Mat> rest = rest_matrices(character.nodes);
  std::vector<bool> used(character.nodes.size());
  std::vector<Joint> still;
  for (const Mesh& mesh : character.meshes) {
    if (has_free_vertices(mesh)) used[size_t(mesh.node)] = true;
    for (const Bone& bone : mesh.bones) {
      if (bone.node >= 0) {
        used[size_t(bone.node)] = true;
      } else {
        still.push_back({bone.name, -1, rest[size_t(mesh.node)] * Mat(bone.offset).Inverse()});
      }
    }
  }
  for (size_t i = 0; i < used.size(); ++i) {
    if (!used[i]) continue;
    joint_of_node_[i] = joints_.size();
    joints_.push_back({character.nodes[i].name, static_cast<int>(i), {}});
  }
  std::stable_sort(still.begin(), still.end(),
                   [](const Joint& a, const Joint& b) { return a.name < b.name; });
  for (Joint& joint : still) {
    if (!without_node_.empty() && without_node_.back().first == joint.name) continue;
    without_node_.emplace_back(joint.name, joints_.size());
    joints_.push_back(std::move(joint));
  }
}

size_t Skeleton::joint_of(const Bone& bone) const {
  if (bone.node >= 0) return joint_of(bone.node);
  return std::lower_bound(without_node_.begin(), without_node_.end(), bone.name,
                          [](const auto& entry, const std::string& n) { return entry.first < n; })
      ->second;
}

Poses sample_poses(const Character& character, const Skeleton& skeleton, size_t count,
                   uint64_t seed) {
  const std::vector<bool> moving = moving_nodes(character, skeleton);
  std::vector<Playable> clips;
  for (const Clip& clip : character.clips)
    if (const auto p = playable(clip, moving)) clips.push_back(*p);

  Poses out;
  out.clips = clips.size();
  out.synthetic = clips.empty();
  out.poses.push_back(finish(character, "rest pose", 0, rest_locals(character)));
  const size_t moments = count - 1;
  if (clips.empty()) {
    for (size_t k = 0; k < moments; ++k)
      out.poses.push_back(sway_pose(character, skeleton, moment(k, moments, seed), seed));
    return out;
  }
  const std::vector<size_t> share = shares(clips, moments, seed);
  for (size_t c = 0; c < clips.size(); ++c)
    for (size_t k = 0; k < share[c]; ++k)
      out.poses.push_back(clip_pose(character, clips[c], moment(k, share[c], seed)));
  return out;
}

const Mat& world_matrix(const Joint& joint, const Pose& pose) {
  return joint.node < 0 ? joint.still : pose.worlds[size_t(joint.node)];
}

std::vector<ulna_joint_quat> joint_quats(const Character& character, const Skeleton& skeleton,
                                         const Pose& pose) {
  // Files put nodes that are no joints between joints; their transforms belong to the joint below.
  std::vector<Mat> since_joint(character.nodes.size());
  std::vector<ulna_joint_quat> out;
  out.reserve(skeleton.joints().size());
  for (size_t i = 0; i < since_joint.size(); ++i) {
    const int parent = character.nodes[i].parent;
    since_joint[i] = pose.locals[i];
    if (parent >= 0 && !skeleton.is_joint(size_t(parent)))
      since_joint[i] = since_joint[size_t(parent)] * pose.locals[i];
    if (skeleton.is_joint(i)) out.push_back(joint_quat(since_joint[i]));
  }
  for (const Joint& joint : skeleton.joints())
    if (joint.node < 0) out.push_back(joint_quat(joint.still));
  return out;
}

} // namespace ulna::importer
