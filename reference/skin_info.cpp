#include "reference/skin_info.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace ulna::reference {
namespace {

using Kind = SkinProblem::Kind;
using Influences = std::span<const ulna_influence>;

constexpr double kSumTolerance = 0x1p-20; // docs/conversion.md, clause 4

template <class... Arguments>
[[noreturn]] void refuse(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  throw std::invalid_argument(fmt::format(format, std::forward<Arguments>(arguments)...));
}

void check_bone(uint32_t bone, size_t num_bones) {
  if (bone >= num_bones) refuse("bone {}: the skin has {} bones", bone, num_bones);
}

/// How many different bones three lists have together, each of which is in order of bone number.
uint32_t distinct_bones(std::array<Influences, 3> lists) {
  for (uint32_t count = 0;; ++count) {
    uint32_t lowest = SkinProblem::kNone; // which no bone has as its number
    for (const Influences& list : lists)
      if (!list.empty()) lowest = std::min(lowest, list[0].bone);
    if (lowest == SkinProblem::kNone) return count;
    for (Influences& list : lists)
      while (!list.empty() && list[0].bone == lowest) list = list.subspan(1);
  }
}

Influences of_vertex(const VertexInfluences& all, size_t v) {
  return Influences(all.influences)
      .subspan(all.first_influence[v], all.first_influence[v + 1] - all.first_influence[v]);
}

bool counts(float weight) {
  return weight != 0; // NaN counts
}

/// Collects the problems of entries as they come, bone after bone, and what it takes to judge the
/// vertices in the end.
class Validation {
public:
  explicit Validation(uint32_t num_vertices) : vertices_(num_vertices) {}

  void entry(uint32_t bone, uint32_t entry, uint32_t v, float weight) {
    const auto add = [&](Kind kind, double value) {
      problems_.push_back({kind, bone, v, entry, value});
    };
    const bool known = v < vertices_.size();
    if (!known) add(Kind::vertex_out_of_range, 0);
    if (!std::isfinite(weight)) {
      add(Kind::weight_not_finite, weight);
    } else if (weight < 0) {
      add(Kind::negative_weight, weight);
    }
    if (!known) return;
    Vertex& vertex = vertices_[v];
    if (vertex.last_bone == bone) add(Kind::duplicate_bone, weight);
    vertex.last_bone = bone;
    vertex.influenced |= counts(weight);
    vertex.sum += weight;
    vertex.finite &= std::isfinite(weight);
  }

  std::vector<SkinProblem> end() {
    for (uint32_t v = 0; v < vertices_.size(); ++v) {
      const Vertex& vertex = vertices_[v];
      const auto add = [&](Kind kind, double value) {
        problems_.push_back({kind, SkinProblem::kNone, v, SkinProblem::kNone, value});
      };
      if (!vertex.influenced) {
        add(Kind::no_influence, 0);
      } else if (vertex.finite && std::fabs(vertex.sum - 1) > kSumTolerance) {
        add(Kind::weight_sum, vertex.sum);
      }
    }
    return std::move(problems_);
  }

private:
  struct Vertex {
    double sum = 0;
    uint32_t last_bone = SkinProblem::kNone;
    bool influenced = false;
    bool finite = true;
  };

  std::vector<Vertex> vertices_;
  std::vector<SkinProblem> problems_;
};

} // namespace

std::string SkinProblem::text() const {
  switch (kind) {
  case Kind::vertex_out_of_range:
    return fmt::format("bone {}, entry {}: there is no vertex {}", bone, entry, vertex);
  case Kind::weight_not_finite:
    return fmt::format("bone {}, entry {}: the weight at vertex {} is {}", bone, entry, vertex,
                       value);
  case Kind::negative_weight:
    return fmt::format("bone {}, entry {}: the weight at vertex {} is negative: {}", bone, entry,
                       vertex, value);
  case Kind::duplicate_bone:
    return fmt::format("bone {}, entry {}: vertex {} is named once more, with weight {}", bone,
                       entry, vertex, value);
  case Kind::no_influence:
    return fmt::format("vertex {}: no bone influences it", vertex);
  case Kind::weight_sum:
    return fmt::format("vertex {}: its weights add up to {}, not to one", vertex, value);
  }
  return {};
}

SkinInfo::SkinInfo(uint32_t num_vertices, uint32_t num_bones)
    : num_vertices_(num_vertices), bones_(num_bones) {}

SkinInfo SkinInfo::from_vertices(uint32_t num_bones, std::span<const uint32_t> first_influence,
                                 std::span<const ulna_influence> influences) {
  if (first_influence.empty()) refuse("first_influence is empty: its first entry is 0");
  if (first_influence[0] != 0) refuse("first_influence begins with {}, not 0", first_influence[0]);
  const size_t num_vertices = first_influence.size() - 1;
  if (num_vertices > UINT32_MAX) refuse("{} vertices: too many for 32 bits", num_vertices);
  for (size_t v = 0; v < num_vertices; ++v)
    if (first_influence[v + 1] < first_influence[v])
      refuse("first_influence decreases behind vertex {}", v);
  if (first_influence.back() != influences.size())
    refuse("first_influence ends with {}, but there are {} influences", first_influence.back(),
           influences.size());
  for (size_t i = 0; i < influences.size(); ++i)
    if (influences[i].bone >= num_bones)
      refuse("influence {}: there is no bone {} among {}", i, influences[i].bone, num_bones);

  SkinInfo skin(static_cast<uint32_t>(num_vertices), num_bones);
  for (uint32_t v = 0; v < num_vertices; ++v) {
    for (uint32_t i = first_influence[v]; i < first_influence[v + 1]; ++i) {
      Bone& bone = skin.bones_[influences[i].bone];
      bone.vertices.push_back(v);
      bone.weights.push_back(influences[i].weight);
    }
  }
  skin.num_entries_ = influences.size();
  return skin;
}

SkinInfo::Bone& SkinInfo::at(uint32_t bone) {
  check_bone(bone, bones_.size());
  return bones_[bone];
}

const SkinInfo::Bone& SkinInfo::at(uint32_t bone) const {
  check_bone(bone, bones_.size());
  return bones_[bone];
}

void SkinInfo::set_bone_name(uint32_t bone, std::string_view name) {
  at(bone).name = std::string(name);
}

const std::string& SkinInfo::bone_name(uint32_t bone) const {
  return at(bone).name;
}

void SkinInfo::set_bone_offset_matrix(uint32_t bone, const ulna_mat44& offset) {
  at(bone).offset = offset;
}

const ulna_mat44& SkinInfo::bone_offset_matrix(uint32_t bone) const {
  return at(bone).offset;
}

void SkinInfo::set_bone_influences(uint32_t number, std::span<const uint32_t> vertices,
                                   std::span<const float> weights) {
  Bone& bone = at(number);
  if (vertices.size() != weights.size())
    refuse("bone {}: {} vertices, but {} weights", number, vertices.size(), weights.size());
  const size_t others = num_entries_ - bone.vertices.size();
  if (vertices.size() > UINT32_MAX - others)
    refuse("bone {}: {} entries and the {} of other bones are too many for 32 bits", number,
           vertices.size(), others);
  // Both copies first: they may fail, and the sources may be what they replace.
  std::vector<uint32_t> new_vertices(vertices.begin(), vertices.end());
  std::vector<float> new_weights(weights.begin(), weights.end());
  bone.vertices = std::move(new_vertices);
  bone.weights = std::move(new_weights);
  num_entries_ = others + bone.vertices.size();
}

void SkinInfo::set_bone_influences(uint32_t bone, size_t count, const uint32_t* vertices,
                                   const float* weights) {
  check_bone(bone, bones_.size());
  if (count > 0 && !vertices) refuse("bone {}: vertices is NULL", bone);
  if (count > 0 && !weights) refuse("bone {}: weights is NULL", bone);
  set_bone_influences(bone, std::span(vertices, count), std::span(weights, count));
}

BoneInfluences SkinInfo::bone_influences(uint32_t bone) const {
  return {at(bone).vertices, at(bone).weights};
}

uint32_t SkinInfo::num_bone_influences(uint32_t bone) const {
  return static_cast<uint32_t>(at(bone).vertices.size());
}

/// The entries of which `takes(weight)` holds, without those whose vertex there is not.
template <class Takes>
VertexInfluences SkinInfo::grouped(const Takes& takes) const {
  const auto visit = [&](const auto& use) {
    for (uint32_t b = 0; b < num_bones(); ++b) {
      const Bone& bone = bones_[b];
      for (size_t i = 0; i < bone.vertices.size(); ++i)
        if (bone.vertices[i] < num_vertices_ && takes(bone.weights[i]))
          use(bone.vertices[i], ulna_influence{b, bone.weights[i]});
    }
  };
  VertexInfluences out;
  out.first_influence.assign(size_t{num_vertices_} + 1, 0);
  visit([&](size_t v, const ulna_influence&) { ++out.first_influence[v + 1]; });
  for (size_t v = 0; v < num_vertices_; ++v) out.first_influence[v + 1] += out.first_influence[v];
  out.influences.resize(out.first_influence.back());
  std::vector<uint32_t> next(out.first_influence.begin(), out.first_influence.end() - 1);
  visit([&](size_t v, const ulna_influence& i) { out.influences[next[v]++] = i; });
  return out;
}

uint32_t SkinInfo::max_vertex_influences() const {
  const VertexInfluences all = grouped(counts);
  uint32_t most = 0;
  for (size_t v = 0; v < num_vertices_; ++v)
    most = std::max(most, distinct_bones({of_vertex(all, v)}));
  return most;
}

uint32_t SkinInfo::max_face_influences(std::span<const uint32_t> indices) const {
  if (indices.size() % 3 != 0)
    refuse("{} indices: three corners a face make a multiple of three", indices.size());
  for (size_t i = 0; i < indices.size(); ++i)
    if (indices[i] >= num_vertices_)
      refuse("face {}, corner {}: there is no vertex {} among {}", i / 3, i % 3, indices[i],
             num_vertices_);
  const VertexInfluences all = grouped(counts);
  uint32_t most = 0;
  for (size_t i = 0; i < indices.size(); i += 3)
    most =
        std::max(most, distinct_bones({of_vertex(all, indices[i]), of_vertex(all, indices[i + 1]),
                                       of_vertex(all, indices[i + 2])}));
  return most;
}

uint32_t SkinInfo::max_face_influences(const uint32_t* indices, uint32_t num_faces) const {
  if (num_faces > 0 && !indices) refuse("indices is NULL");
  return max_face_influences(std::span(indices, 3 * size_t{num_faces}));
}

void SkinInfo::set_min_influence(float min_influence) {
  if (!std::isfinite(min_influence) || min_influence < 0)
    refuse("min_influence is {}: neither negative nor infinite nor NaN will do", min_influence);
  min_influence_ = min_influence;
}

VertexInfluences SkinInfo::by_vertex() const {
  for (uint32_t b = 0; b < num_bones(); ++b)
    for (size_t i = 0; i < bones_[b].vertices.size(); ++i)
      if (bones_[b].vertices[i] >= num_vertices_)
        refuse("bone {}, entry {}: there is no vertex {} among {}", b, i, bones_[b].vertices[i],
               num_vertices_);
  return grouped([](float) { return true; });
}

std::vector<SkinProblem> SkinInfo::validate() const {
  Validation validation(num_vertices_);
  for (uint32_t b = 0; b < num_bones(); ++b)
    for (uint32_t i = 0; i < bones_[b].vertices.size(); ++i)
      validation.entry(b, i, bones_[b].vertices[i], bones_[b].weights[i]);
  return validation.end();
}

} // namespace ulna::reference
