#include "models/import/skin.h"

#include <algorithm>
#include <cmath>

namespace ulna::importer {
namespace {

constexpr int32_t kMatBytes = sizeof(ulna_joint_mat);
constexpr int32_t kWeightBytes = sizeof(ulna_joint_weight);

struct Bound {
  float weight;
  uint32_t entry; ///< of the palette
};

/// The influences of each vertex, the largest weight first.
std::vector<std::vector<Bound>> influences_by_vertex(const Mesh& mesh) {
  std::vector<std::vector<Bound>> out(mesh.positions.size());
  for (size_t b = 0; b < mesh.bones.size(); ++b)
    for (const Influence& influence : mesh.bones[b].influences)
      out[influence.vertex].push_back({influence.weight, static_cast<uint32_t>(b)});
  // NaN goes last: it has no place in an order, and a damaged file may hold one.
  const auto rank = [](float w) { return std::isnan(w) ? -HUGE_VALF : w; };
  for (auto& list : out)
    std::stable_sort(list.begin(), list.end(), [&rank](const Bound& a, const Bound& b) {
      return rank(a.weight) > rank(b.weight);
    });
  return out;
}

ulna_joint_mat to_joint_mat(const Mat& m) {
  return {{float(m.a1), float(m.a2), float(m.a3), float(m.a4), float(m.b1), float(m.b2),
           float(m.b3), float(m.b4), float(m.c1), float(m.c2), float(m.c3), float(m.c4)}};
}

ulna_vec4 to_vec4(const Vec& v, double w) {
  return {float(v.x), float(v.y), float(v.z), float(w)};
}

} // namespace

Skin bind_mesh(const Mesh& mesh, const Skeleton& skeleton) {
  Skin skin;
  skin.mesh = &mesh;
  for (const Bone& bone : mesh.bones)
    skin.palette.push_back({skeleton.joint_of(bone), bone.offset});

  std::vector<std::vector<Bound>> lists = influences_by_vertex(mesh);
  if (has_free_vertices(mesh)) {
    const auto own = static_cast<uint32_t>(skin.palette.size());
    skin.palette.push_back({skeleton.joint_of(mesh.node), Mat()});
    for (auto& list : lists)
      if (list.empty()) list.push_back({1, own});
  }
  for (const auto& list : lists)
    for (size_t k = 0; k < list.size(); ++k)
      skin.weights.push_back({list[k].weight, static_cast<int32_t>(list[k].entry) * kMatBytes,
                              static_cast<int32_t>(list.size() - k) * kWeightBytes});
  return skin;
}

std::vector<ulna_vec4> weighted_base(const Skin& skin) {
  std::vector<ulna_vec4> base;
  base.reserve(skin.weights.size());
  size_t vertex = 0;
  for (const ulna_joint_weight& w : skin.weights) {
    const PaletteEntry& entry = skin.palette[size_t(w.joint_mat_offset / kMatBytes)];
    const double weight = w.weight;
    base.push_back(to_vec4(entry.offset * skin.mesh->positions[vertex] * weight, weight));
    if (w.next_vertex_offset == kWeightBytes) ++vertex;
  }
  return base;
}

std::vector<ulna_vec4> model_base(const Skin& skin) {
  std::vector<ulna_vec4> base;
  base.reserve(3 * skin.mesh->positions.size());
  for (size_t v = 0; v < skin.mesh->positions.size(); ++v) {
    base.push_back(to_vec4(skin.mesh->positions[v], 1));
    base.push_back(to_vec4(skin.mesh->normals[v], 0));
    base.push_back(to_vec4(skin.mesh->tangents[v], 0));
  }
  return base;
}

std::vector<ulna_joint_mat> joint_palette(const Skin& skin, const Skeleton& skeleton,
                                          const Pose& pose) {
  std::vector<ulna_joint_mat> out;
  for (const PaletteEntry& entry : skin.palette)
    out.push_back(to_joint_mat(world_matrix(skeleton.joints()[entry.joint], pose)));
  return out;
}

std::vector<ulna_joint_mat> model_palette(const Skin& skin, const Skeleton& skeleton,
                                          const Pose& pose) {
  std::vector<ulna_joint_mat> out;
  for (const PaletteEntry& entry : skin.palette)
    out.push_back(to_joint_mat(world_matrix(skeleton.joints()[entry.joint], pose) * entry.offset));
  return out;
}

} // namespace ulna::importer
