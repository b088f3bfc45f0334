// Meshes and conversions of them for the tests of the checker: one made by hand, and a naive
// converter, which gives every face a subset of its own.
#pragma once

#include "reference/conversion/check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

namespace ulna::samples {

using reference::kNone;

struct Mesh {
  std::vector<uint32_t> indices, attributes, adjacency;
  std::vector<uint32_t> first_influence{0};
  std::vector<ulna_influence> influences;
  uint32_t num_bones = 0;

  void add_vertex(const std::vector<ulna_influence>& of_vertex) {
    influences.insert(influences.end(), of_vertex.begin(), of_vertex.end());
    first_influence.push_back(static_cast<uint32_t>(influences.size()));
  }
  void add_face(uint32_t attribute, const std::array<uint32_t, 3>& corners) {
    attributes.push_back(attribute);
    indices.insert(indices.end(), corners.begin(), corners.end());
  }
  uint32_t num_vertices() const { return static_cast<uint32_t>(first_influence.size() - 1); }

  reference::SkinnedMesh view() const {
    return {indices, attributes, adjacency, first_influence, influences, num_bones};
  }
};

/// What a port is asked, and its answer.
struct Sample {
  Mesh mesh;
  ulna_conversion_limits limits{};
  bool indexed = false;

  int32_t code = ULNA_CONVERTED;
  ulna_conversion_counts counts{};
  std::vector<ulna_blended_vertex> vertices;
  std::vector<uint32_t> indices;
  std::vector<ulna_subset> subsets;
  std::vector<uint32_t> bones, face_remap, vertex_remap, adjacency;

  reference::Conversion view() const {
    return {code, counts, vertices, indices, subsets, bones, face_remap, vertex_remap, adjacency};
  }
  reference::Check check(bool with_lower_bound = false) const {
    return check_conversion(mesh.view(), limits, indexed, view(), with_lower_bound);
  }
};

// --- Plans: conversions before they are written down in one form or the other ------------------

struct PlannedVertex {
  uint32_t source;
  std::vector<ulna_influence> influences; // with weights that add up to one in any order
};

struct PlannedFace {
  uint32_t old;
  std::array<uint32_t, 3> corners; // vertices of the subset, from 0
};

struct PlannedSubset {
  uint32_t attribute;
  std::vector<uint32_t> bones;
  std::vector<PlannedVertex> vertices;
  std::vector<PlannedFace> faces;
};

using Plan = std::vector<PlannedSubset>;

inline size_t most_influences(const Plan& plan) {
  size_t most = 0;
  for (const PlannedSubset& subset : plan)
    for (const PlannedVertex& v : subset.vertices) most = std::max(most, v.influences.size());
  return most;
}

/// The last of `slots` slots is implicit.
inline ulna_blended_vertex vertex_of(const PlannedSubset& subset, const PlannedVertex& planned,
                                     bool indexed, size_t slots) {
  ulna_blended_vertex v{planned.source, {}, {}};
  for (size_t i = 0; i < planned.influences.size(); ++i) {
    const ulna_influence& influence = planned.influences[i];
    const auto entry = static_cast<size_t>(
        std::find(subset.bones.begin(), subset.bones.end(), influence.bone) - subset.bones.begin());
    const size_t slot = indexed ? i : entry;
    if (indexed) v.indices[slot] = static_cast<uint8_t>(entry);
    if (slot + 1 < slots) v.weights[slot] = influence.weight;
  }
  return v;
}

/// Writes a plan down; what lies beyond the counts gets numbers that are wrong everywhere.
inline Sample written(const Mesh& mesh, const ulna_conversion_limits& limits, bool indexed,
                      const Plan& plan) {
  constexpr uint32_t kNobodys = 0xfefefefe;
  Sample s;
  s.mesh = mesh;
  s.limits = limits;
  s.indexed = indexed;
  size_t width = 0;
  for (const PlannedSubset& subset : plan) width = std::max(width, subset.bones.size());
  if (indexed) width = limits.max_bones;
  const size_t slots = indexed ? most_influences(plan) : width;
  std::vector<uint32_t> new_number(mesh.attributes.size());
  for (const PlannedSubset& subset : plan) {
    const auto start = static_cast<uint32_t>(s.vertices.size());
    s.subsets.push_back({subset.attribute, static_cast<uint32_t>(s.face_remap.size()),
                         static_cast<uint32_t>(subset.faces.size()), start,
                         static_cast<uint32_t>(subset.vertices.size())});
    s.bones.insert(s.bones.end(), subset.bones.begin(), subset.bones.end());
    s.bones.resize(s.subsets.size() * width, kNone);
    for (const PlannedVertex& v : subset.vertices) {
      s.vertices.push_back(vertex_of(subset, v, indexed, slots));
      s.vertex_remap.push_back(v.source);
    }
    for (const PlannedFace& face : subset.faces) {
      new_number[face.old] = static_cast<uint32_t>(s.face_remap.size());
      s.face_remap.push_back(face.old);
      for (const uint32_t corner : face.corners) s.indices.push_back(start + corner);
    }
  }
  if (!mesh.adjacency.empty()) {
    for (const uint32_t old : s.face_remap) {
      for (size_t edge = 0; edge < 3; ++edge) {
        const uint32_t neighbour = mesh.adjacency[3 * old + edge];
        s.adjacency.push_back(neighbour == kNone ? kNone : new_number[neighbour]);
      }
    }
  }
  s.counts = {static_cast<uint32_t>(s.vertices.size()), static_cast<uint32_t>(plan.size()),
              static_cast<uint32_t>(width), static_cast<uint32_t>(slots), 0};
  const size_t faces = mesh.attributes.size();
  s.vertices.resize(3 * faces, {kNobodys, {-1, -1, -1}, {255, 255, 255, 255}});
  s.subsets.resize(faces, {kNobodys, kNobodys, kNobodys, kNobodys, kNobodys});
  s.bones.resize(faces * limits.max_bones, kNobodys);
  s.vertex_remap.resize(3 * faces, kNobodys);
  return s;
}

// --- By hand ------------------------------------------------------------------------------------

/// Two thirds and one third, in 2^-24.
inline constexpr float kTwoThirds = 11184811 * 0x1p-24f;
inline constexpr float kOneThird = 5592405 * 0x1p-24f;
static_assert(kTwoThirds + kOneThird == 1);

/// Two influences a vertex, three bones a subset; bone 0 for vertices without influence.
inline constexpr ulna_conversion_limits kHandLimits{2, 3, 0};

/// Seven vertices, four faces of two attributes, six bones.
inline Mesh hand_mesh() {
  Mesh mesh;
  mesh.num_bones = 6;
  mesh.add_vertex({{0, 1}});
  mesh.add_vertex({{0, 0.5f}, {1, 0.5f}});
  mesh.add_vertex({{2, 0.25f}, {1, 0.75f}});
  mesh.add_vertex({{2, 0.5f}, {3, 0.5f}});
  mesh.add_vertex({{4, 0.125f}, {3, 0.5f}, {2, 0.25f}}); // bone 4 is one too many
  mesh.add_vertex({{4, 0.25f}, {5, 0}, {4, 0.75f}});     // merged, and nothing of bone 5
  mesh.add_vertex({});                                   // rigid
  mesh.add_face(7, {0, 1, 2});
  mesh.add_face(7, {1, 2, 3}); // too wide: bones 0 to 3
  mesh.add_face(2, {3, 4, 5});
  mesh.add_face(2, {5, 6, 5}); // degenerate
  mesh.adjacency = {kNone, 1, kNone, 0, kNone, kNone, kNone, 3, kNone, 2, kNone, kNone};
  return mesh;
}

/// Vertex 3 gives up bone 3, so that faces 1 and 0 fit one subset.
inline Plan hand_plan() {
  const PlannedVertex v0{0, {{0, 1}}};
  const PlannedVertex v1{1, {{0, 0.5f}, {1, 0.5f}}};
  const PlannedVertex v2{2, {{1, 0.75f}, {2, 0.25f}}};
  const PlannedVertex v3{3, {{2, 1}}};
  const PlannedVertex v4{4, {{3, kTwoThirds}, {2, kOneThird}}};
  const PlannedVertex v5{5, {{4, 1}}};
  const PlannedVertex v6{6, {{0, 1}}};
  return {{2, {3, 4, 2}, {v3, v4, v5}, {{2, {0, 1, 2}}}},
          {2, {4, 0}, {v5, v6}, {{3, {0, 1, 0}}}},
          {7, {0, 1, 2}, {v0, v1, v2, v3}, {{1, {1, 2, 3}}, {0, {0, 1, 2}}}}};
}

/// hand_plan, spelled out in either form as docs/conversion.md and port.h have it.
inline Sample hand_sample(bool indexed) {
  Sample s;
  s.mesh = hand_mesh();
  s.limits = kHandLimits;
  s.indexed = indexed;
  s.counts = {9, 3, 3, indexed ? 2u : 3u, 0};
  if (indexed)
    s.vertices = {{3, {1, 0, 0}, {2, 0, 0, 0}},    {4, {kTwoThirds, 0, 0}, {0, 2, 0, 0}},
                  {5, {1, 0, 0}, {1, 0, 0, 0}},    {5, {1, 0, 0}, {0, 0, 0, 0}},
                  {6, {1, 0, 0}, {1, 0, 0, 0}},    {0, {1, 0, 0}, {0, 0, 0, 0}},
                  {1, {0.5f, 0, 0}, {0, 1, 0, 0}}, {2, {0.75f, 0, 0}, {1, 2, 0, 0}},
                  {3, {1, 0, 0}, {2, 0, 0, 0}}};
  else
    s.vertices = {{3, {0, 0, 0}, {}},       {4, {kTwoThirds, 0, 0}, {}}, {5, {0, 1, 0}, {}},
                  {5, {1, 0, 0}, {}},       {6, {0, 1, 0}, {}},          {0, {1, 0, 0}, {}},
                  {1, {0.5f, 0.5f, 0}, {}}, {2, {0, 0.75f, 0}, {}},      {3, {0, 0, 0}, {}}};
  s.vertices.resize(12);
  s.indices = {0, 1, 2, 3, 4, 3, 6, 7, 8, 5, 6, 7};
  s.subsets = {{2, 0, 1, 0, 3}, {2, 1, 1, 3, 2}, {7, 2, 2, 5, 4}, {}};
  s.bones = {3, 4, 2, 4, 0, kNone, 0, 1, 2, 0, 0, 0};
  s.face_remap = {2, 3, 1, 0};
  s.vertex_remap = {3, 4, 5, 5, 6, 0, 1, 2, 3, 0, 0, 0};
  s.adjacency = {kNone, 1, kNone, 0, kNone, kNone, 3, kNone, kNone, kNone, 2, kNone};
  return s;
}

// --- A naive converter --------------------------------------------------------------------------

/// The influences of a vertex by rules 1 to 3. Wants no choice where rule 3 leaves one.
inline std::vector<std::pair<uint32_t, double>>
kept_influences(const Mesh& mesh, const ulna_conversion_limits& limits, uint32_t vertex) {
  std::map<uint32_t, double> sums;
  for (uint32_t i = mesh.first_influence[vertex]; i < mesh.first_influence[vertex + 1]; ++i)
    if (mesh.influences[i].weight > 0)
      sums[mesh.influences[i].bone] += double(mesh.influences[i].weight);
  std::vector<std::pair<uint32_t, double>> all(sums.begin(), sums.end());
  if (all.empty()) all = {{limits.rigid_bone, 1.0}};
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  if (all.size() > limits.max_influences) all.resize(limits.max_influences);
  return all;
}

/// Weights in 2^-24 that add up to exactly one: each is below 2^-24 off its target. What comes out
/// as nothing is left out.
inline std::vector<ulna_influence>
quantised(const std::vector<std::pair<uint32_t, double>>& influences) {
  double sum = 0;
  for (const auto& [bone, weight] : influences) sum += weight;
  struct Part {
    uint32_t bone;
    double units, rest;
  };
  std::vector<Part> parts;
  double left = 0x1p24;
  for (const auto& [bone, weight] : influences) {
    const double units = weight / sum * 0x1p24;
    parts.push_back({bone, std::floor(units), units - std::floor(units)});
    left -= std::floor(units);
  }
  std::stable_sort(parts.begin(), parts.end(),
                   [](const Part& a, const Part& b) { return a.rest > b.rest; });
  std::vector<ulna_influence> result;
  for (Part& part : parts) {
    if (left > 0) part.units += 1;
    left -= 1;
    if (part.units > 0) result.push_back({part.bone, float(part.units * 0x1p-24)});
  }
  return result;
}

using Kept = std::vector<std::pair<uint32_t, double>>;

inline std::vector<uint32_t> bones_of(const std::array<const Kept*, 3>& corners) {
  std::vector<uint32_t> bones;
  for (const Kept* kept : corners)
    for (const auto& influence : *kept) bones.push_back(influence.first);
  std::sort(bones.begin(), bones.end());
  bones.erase(std::unique(bones.begin(), bones.end()), bones.end());
  return bones;
}

/// Takes the smallest influence from the vertices until they fit; every vertex keeps one.
inline void reduce(const std::array<Kept*, 3>& corners, size_t limit) {
  while (bones_of({corners[0], corners[1], corners[2]}).size() > limit) {
    Kept* poorest = nullptr;
    for (Kept* kept : corners)
      if (kept->size() > 1 && (poorest == nullptr || kept->back().second < poorest->back().second))
        poorest = kept;
    poorest->pop_back();
  }
}

/// For less than three bones: leaves the corners only influences of the best one or two bones that
/// each of them has one of. There must be such.
inline void reduce_to_common(const std::array<Kept*, 3>& corners, size_t limit) {
  const auto bones = bones_of({corners[0], corners[1], corners[2]});
  double best = -1;
  std::array<Kept, 3> result;
  for (size_t a = 0; a < bones.size(); ++a) {
    for (size_t b = limit == 1 ? a : a + 1; b < std::max(bones.size(), a + 1); ++b) {
      std::array<Kept, 3> left;
      double weight = 0;
      for (size_t k = 0; k < 3; ++k)
        for (const auto& influence : *corners[k])
          if (influence.first == bones[a] || influence.first == bones[b]) {
            left[k].push_back(influence);
            weight += influence.second;
          }
      const bool all = !left[0].empty() && !left[1].empty() && !left[2].empty();
      if (all && weight > best) {
        best = weight;
        result = left;
      }
      if (limit == 1) break;
    }
  }
  for (size_t k = 0; k < 3; ++k) *corners[k] = result[k];
}

/// A subset for each face, in the order of the attributes.
inline Plan naive_plan(const Mesh& mesh, const ulna_conversion_limits& limits) {
  std::vector<Kept> kept;
  for (uint32_t v = 0; v < mesh.num_vertices(); ++v)
    kept.push_back(kept_influences(mesh, limits, v));
  std::vector<uint32_t> order(mesh.attributes.size());
  for (uint32_t f = 0; f < order.size(); ++f) order[f] = f;
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return mesh.attributes[a] < mesh.attributes[b]; });
  const auto corner = [&](uint32_t face, size_t k) { return mesh.indices[3 * face + k]; };
  if (limits.max_bones >= 3)
    for (const uint32_t f : order)
      reduce({&kept[corner(f, 0)], &kept[corner(f, 1)], &kept[corner(f, 2)]}, limits.max_bones);
  Plan plan;
  for (const uint32_t f : order) {
    std::array<Kept, 3> own = {kept[corner(f, 0)], kept[corner(f, 1)], kept[corner(f, 2)]};
    const std::array<Kept*, 3> corners = {&own[0], &own[1], &own[2]};
    if (limits.max_bones < 3 && bones_of({&own[0], &own[1], &own[2]}).size() > limits.max_bones)
      reduce_to_common(corners, limits.max_bones);
    PlannedSubset subset{mesh.attributes[f], {}, {}, {{f, {}}}};
    for (size_t k = 0; k < 3; ++k) {
      size_t at = 0;
      while (at < subset.vertices.size() && subset.vertices[at].source != corner(f, k)) ++at;
      if (at == subset.vertices.size())
        subset.vertices.push_back({corner(f, k), quantised(own[k])});
      subset.faces[0].corners[k] = static_cast<uint32_t>(at);
    }
    for (const PlannedVertex& v : subset.vertices)
      for (const ulna_influence& i : v.influences) subset.bones.push_back(i.bone);
    std::sort(subset.bones.begin(), subset.bones.end());
    subset.bones.erase(std::unique(subset.bones.begin(), subset.bones.end()), subset.bones.end());
    plan.push_back(subset);
  }
  return plan;
}

} // namespace ulna::samples
