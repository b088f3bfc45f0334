// A model of SkinInfo: maps, and every question answered by looking at everything. The properties
// and the fuzzer compare the real one with it.
#pragma once

#include "reference/skin_info.h"

#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace ulna::skin_model {

using reference::BoneInfluences;
using reference::SkinInfo;
using reference::SkinProblem;
using reference::VertexInfluences;
using Kind = SkinProblem::Kind;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr uint32_t kNone = SkinProblem::kNone;

struct Entry {
  uint32_t vertex;
  float weight;
};
using Entries = std::vector<Entry>;

inline void set_entries(SkinInfo& skin, uint32_t bone, const Entries& entries) {
  std::vector<uint32_t> vertices;
  std::vector<float> weights;
  for (const Entry& e : entries) {
    vertices.push_back(e.vertex);
    weights.push_back(e.weight);
  }
  skin.set_bone_influences(bone, vertices, weights);
}

/// All that a skin holds, comparable bit for bit.
struct Contents {
  struct Bone {
    std::string name;
    std::array<uint32_t, 16> offset;
    std::vector<std::pair<uint32_t, uint32_t>> entries; // vertex, bits of the weight
    bool operator==(const Bone&) const = default;
  };
  uint32_t num_vertices;
  std::vector<Bone> bones;
  uint32_t min_influence;
  bool operator==(const Contents&) const = default;
};

inline Contents contents(const SkinInfo& skin) {
  Contents all{skin.num_vertices(), {}, std::bit_cast<uint32_t>(skin.min_influence())};
  for (uint32_t b = 0; b < skin.num_bones(); ++b) {
    Contents::Bone& bone = all.bones.emplace_back();
    bone.name = skin.bone_name(b);
    bone.offset = std::bit_cast<std::array<uint32_t, 16>>(skin.bone_offset_matrix(b));
    const BoneInfluences entries = skin.bone_influences(b);
    for (size_t i = 0; i < entries.vertices.size(); ++i)
      bone.entries.emplace_back(entries.vertices[i], std::bit_cast<uint32_t>(entries.weights[i]));
  }
  return all;
}

/// first_influence, then bone and bits of the weight of each influence.
inline std::vector<uint32_t> bits(const VertexInfluences& all) {
  std::vector<uint32_t> words = all.first_influence;
  for (const ulna_influence& i : all.influences) {
    words.push_back(i.bone);
    words.push_back(std::bit_cast<uint32_t>(i.weight));
  }
  return words;
}

/// The message with which a call is refused; nothing if it is not.
inline std::optional<std::string> refusal(const std::function<void()>& call) {
  try {
    call();
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return std::nullopt;
}

inline ulna_mat44 numbered_matrix(float first) {
  ulna_mat44 m;
  for (int i = 0; i < 16; ++i) m.m[i] = first + float(i);
  return m;
}

struct Model {
  uint32_t num_vertices;
  uint32_t num_bones;
  std::map<uint32_t, std::string> names{};
  std::map<uint32_t, ulna_mat44> offsets{};
  std::map<uint32_t, Entries> entries{};
  float min_influence = 0;

  const Entries& entries_of(uint32_t bone) const {
    static const Entries none;
    const auto it = entries.find(bone);
    return it == entries.end() ? none : it->second;
  }
};

inline Contents contents(const Model& model) {
  Contents all{model.num_vertices, {}, std::bit_cast<uint32_t>(model.min_influence)};
  for (uint32_t b = 0; b < model.num_bones; ++b) {
    ulna_mat44 offset{{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
    if (model.offsets.count(b)) offset = model.offsets.at(b);
    Contents::Bone& bone = all.bones.emplace_back();
    if (model.names.count(b)) bone.name = model.names.at(b);
    bone.offset = std::bit_cast<std::array<uint32_t, 16>>(offset);
    for (const Entry& e : model.entries_of(b))
      bone.entries.emplace_back(e.vertex, std::bit_cast<uint32_t>(e.weight));
  }
  return all;
}

inline std::set<uint32_t> bones_of_vertex(const Model& model, uint32_t vertex) {
  std::set<uint32_t> bones;
  for (const auto& [bone, entries] : model.entries)
    for (const Entry& e : entries)
      if (e.vertex == vertex && e.weight != 0) bones.insert(bone);
  return bones;
}

inline uint32_t max_vertex_influences(const Model& model) {
  size_t most = 0;
  for (uint32_t v = 0; v < model.num_vertices; ++v)
    most = std::max(most, bones_of_vertex(model, v).size());
  return static_cast<uint32_t>(most);
}

/// Nothing where there is no such vertex.
inline std::optional<uint32_t> max_face_influences(const Model& model,
                                                   const std::vector<uint32_t>& indices) {
  size_t most = 0;
  for (size_t i = 0; i < indices.size(); i += 3) {
    std::set<uint32_t> bones;
    for (size_t k = i; k < i + 3; ++k) {
      if (indices[k] >= model.num_vertices) return std::nullopt;
      bones.merge(bones_of_vertex(model, indices[k]));
    }
    most = std::max(most, bones.size());
  }
  return static_cast<uint32_t>(most);
}

/// Nothing where an entry names a vertex that there is not.
inline std::optional<VertexInfluences> by_vertex(const Model& model) {
  for (const auto& [bone, entries] : model.entries)
    for (const Entry& e : entries)
      if (e.vertex >= model.num_vertices) return std::nullopt;
  VertexInfluences all{{0}, {}};
  for (uint32_t v = 0; v < model.num_vertices; ++v) {
    for (const auto& [bone, entries] : model.entries)
      for (const Entry& e : entries)
        if (e.vertex == v) all.influences.push_back({bone, e.weight});
    all.first_influence.push_back(static_cast<uint32_t>(all.influences.size()));
  }
  return all;
}

using Found = std::vector<std::tuple<Kind, uint32_t, uint32_t, uint32_t>>;

inline Found problems(const Model& model) {
  Found all;
  for (const auto& [bone, entries] : model.entries) {
    for (uint32_t i = 0; i < entries.size(); ++i) {
      const auto [v, w] = entries[i];
      if (v >= model.num_vertices) all.emplace_back(Kind::vertex_out_of_range, bone, i, v);
      if (std::isnan(w) || std::isinf(w)) all.emplace_back(Kind::weight_not_finite, bone, i, v);
      if (w < 0 && !std::isinf(w)) all.emplace_back(Kind::negative_weight, bone, i, v);
      bool again = false;
      for (uint32_t before = 0; before < i; ++before) again |= entries[before].vertex == v;
      if (again && v < model.num_vertices) all.emplace_back(Kind::duplicate_bone, bone, i, v);
    }
  }
  for (uint32_t v = 0; v < model.num_vertices; ++v) {
    double sum = 0; // exact for the weights of these tests, or a NaN or an infinity that stays
    bool finite = true;
    for (const auto& [bone, entries] : model.entries)
      for (const Entry& e : entries)
        if (e.vertex == v) {
          sum += e.weight;
          finite &= std::isfinite(e.weight);
        }
    if (bones_of_vertex(model, v).empty()) {
      all.emplace_back(Kind::no_influence, kNone, kNone, v);
    } else if (finite && !(sum >= 1 - 0x1p-20 && sum <= 1 + 0x1p-20)) {
      all.emplace_back(Kind::weight_sum, kNone, kNone, v);
    }
  }
  return all;
}

/// The first question that the two answer differently, or nothing. `indices` are faces.
inline std::string difference(const SkinInfo& skin, const Model& model,
                              const std::vector<uint32_t>& indices) {
  if (contents(skin) != contents(model)) return "the contents differ";
  for (uint32_t b = 0; b < model.num_bones; ++b)
    if (skin.num_bone_influences(b) != model.entries_of(b).size()) return "num_bone_influences";
  if (skin.max_vertex_influences() != max_vertex_influences(model)) return "max_vertex_influences";

  std::optional<uint32_t> of_face;
  const auto refused_face = refusal([&] { of_face = skin.max_face_influences(indices); });
  if (of_face != max_face_influences(model, indices)) return "max_face_influences";
  if (refused_face.has_value() == of_face.has_value()) return "what max_face_influences refuses";

  std::optional<VertexInfluences> grouped;
  const auto refused_group = refusal([&] { grouped = skin.by_vertex(); });
  const auto expected = by_vertex(model);
  if (grouped.has_value() != expected.has_value()) return "what by_vertex refuses";
  if (refused_group.has_value() == grouped.has_value()) return "what by_vertex refuses";
  if (grouped && bits(*grouped) != bits(*expected)) return "by_vertex";

  Found found;
  for (const SkinProblem& p : skin.validate())
    found.emplace_back(p.kind, p.bone, p.entry, p.vertex);
  return found == problems(model) ? "" : "validate";
}

} // namespace ulna::skin_model
