// Moves of weights, of what they are compared with, and of the lists and tables that go with them.

#include "certify/contracts/contracts.h"
#include "certify/contracts/conversion.h"
#include "certify/contracts/skinned_mesh.h"
#include "certify/contracts/skinning.h"
#include "certify/contracts/sorted_verts.h"
#include "certify/contracts/vertex_blending.h"
#include "fuzz/mutate_moves.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace ulna::mutation {
namespace {

/// Where the weights of an operation are.
struct Weights {
  int array;
  size_t column; ///< of an element, in words
  size_t count;  ///< of them side by side
};

std::optional<Weights> weights_of(const Operation& op) {
  if (&op == &transform_verts_and_tangents() || &op == &transform_verts_and_tangents_lod())
    return Weights{skinning::kWeights, 0, 1};
  if (&op == &update_skinned_mesh()) return Weights{skinned_mesh::kInfluences, 1, 1};
  if (&op == &blend_vertices() || &op == &blend_vertices_indexed())
    return Weights{vertex_blending::kSrc, 3, 3};
  if (&op == &convert_to_blended_mesh() || &op == &convert_to_indexed_blended_mesh())
    return Weights{conversion::kInfluences, 1, 1};
  if (&op == &skin_sorted_verts()) return Weights{sorted_verts::kJointWeights, 0, 1};
  if (is_uniform(op)) return Weights{static_cast<int>(op.arrays.size()) - 1, 0, 1};
  return {};
}

bool has_weights(const Operation& op) {
  return weights_of(op).has_value();
}
bool has_threshold(const Operation& op) {
  return &op == &update_skinned_mesh();
}
bool has_vertex_ends(const Operation& op) {
  return &op == &transform_verts() || &op == &transform_verts_and_tangents() ||
         &op == &transform_verts_and_tangents_lod();
}

bool has_groups(const Operation& op) {
  return &op == &skin_sorted_verts();
}

/// All weights of a case, one after the other.
class List {
public:
  explicit List(Case& c) : weights_(*weights_of(*c.operation)) {
    const ArraySpec& spec = c.operation->arrays[size_t(weights_.array)];
    words_ = spec.words(c);
    floats_ = c.arrays[size_t(weights_.array)].as<float>();
  }

  size_t size() const { return floats_.size() / words_ * weights_.count; }
  float& operator[](size_t i) const {
    return floats_[i / weights_.count * words_ + weights_.column + i % weights_.count];
  }
  float& pick(Random& r) const { return (*this)[r.below(size())]; }

private:
  Weights weights_;
  size_t words_ = 0;
  std::span<float> floats_;
};

/// A weight that something is compared with, or that ties with another.
bool snap_weight(Case& c, Random& r) {
  const List weights(c);
  if (weights.size() == 0) return false;
  float& w = weights.pick(r);
  switch (r.below(6)) {
  case 0:
    w = 0;
    break;
  case 1:
    w = 1;
    break;
  case 2:
    w = 1 - weights.pick(r);
    break;
  case 3:
    w = c.operation->real ? c.real : 0.5f;
    break;
  default:
    w = weights.pick(r);
    break;
  }
  if (r.one_in(4)) w = std::nextafter(w, r.one_in(2) ? INFINITY : -INFINITY);
  return true;
}

/// Some weights side by side come to one.
bool share_out(Case& c, Random& r) {
  const List weights(c);
  if (weights.size() == 0) return false;
  const size_t count = 1 + r.below(std::min<size_t>(weights.size(), 4));
  const size_t first = r.below(weights.size() - count + 1);
  double sum = 0;
  double shares[4];
  const bool equal = r.one_in(3);
  for (size_t i = 0; i < count; ++i) sum += shares[i] = equal ? 1 : r.unit() + 1e-9;
  for (size_t i = 0; i < count; ++i) weights[first + i] = static_cast<float>(shares[i] / sum);
  return true;
}

/// The least weight that counts becomes one that there is, or close to one.
bool snap_threshold(Case& c, Random& r) {
  const List weights(c);
  if (weights.size() == 0) return false;
  c.real = weights.pick(r);
  if (r.one_in(3)) c.real = std::nextafter(c.real, r.one_in(2) ? INFINITY : -INFINITY);
  return true;
}

/// Two vertices become one, or one becomes two.
bool move_vertex_end(Case& c, Random& r) {
  const auto weights = c.arrays[skinning::kWeights].as<ulna_joint_weight>();
  if (weights.empty()) return false;
  int32_t& next = weights[r.below(weights.size())].next_vertex_offset;
  constexpr int32_t kEnds = sizeof(ulna_joint_weight);
  constexpr int32_t kGoesOn = 2 * kEnds;
  next = next == kEnds ? kGoesOn : kEnds;
  return true;
}

/// A vertex goes to the next group, with an influence that some vertex has, or to the one before.
bool change_group(Case& c, Random& r) {
  std::vector<sorted_verts::Vertex> vertices = sorted_verts::unpacked(c);
  if (vertices.empty()) return false;
  auto& influences = vertices[r.below(vertices.size())].influences;
  if (r.one_in(2)) {
    if (influences.size() == sorted_verts::kMostInfluences) return false;
    const auto& others = vertices[r.below(vertices.size())].influences;
    const sorted_verts::Influence more = others[r.below(others.size())];
    influences.push_back(more);
  } else {
    if (influences.size() == 1) return false;
    influences.erase(influences.begin() + static_cast<ptrdiff_t>(r.below(influences.size())));
  }
  sorted_verts::pack(c, vertices, sorted_verts::has_normals(c));
  return true;
}

/// An array that may be absent, which comes as a copy of another, and goes.
struct Optional {
  int array, like;
};
std::optional<Optional> optional_of(const Operation& op) {
  if (&op == &update_skinned_mesh())
    return Optional{skinned_mesh::kNormalPalette, skinned_mesh::kPalette};
  if (&op == &convert_to_blended_mesh() || &op == &convert_to_indexed_blended_mesh())
    return Optional{conversion::kAdjacency, conversion::kIndices};
  if (&op == &skin_sorted_verts())
    return Optional{sorted_verts::kSrcNormals, sorted_verts::kSrcPositions};
  return {};
}

bool has_optional(const Operation& op) {
  return optional_of(op).has_value();
}

bool toggle_optional(Case& c, Random&) {
  const Optional optional = *optional_of(*c.operation);
  Array& array = c.arrays[size_t(optional.array)];
  if (array.size() > 0) {
    array.resize(0);
  } else {
    array = c.arrays[size_t(optional.like)];
  }
  return true;
}

constexpr Move kMoves[] = {
    {"snap a weight", 40, has_weights, snap_weight},
    {"share out weights", 40, has_weights, share_out},
    {"snap the threshold", 15, has_threshold, snap_threshold},
    {"move the end of a vertex", 15, has_vertex_ends, move_vertex_end},
    {"change the group of a vertex", 15, has_groups, change_group},
    {"toggle an optional array", 5, has_optional, toggle_optional},
};

} // namespace

std::span<const Move> weight_moves() {
  return kMoves;
}

} // namespace ulna::mutation
