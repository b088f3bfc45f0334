// Skinned characters in the layout of Fast Skinning: a palette of rigid joints, two influences on
// each vertex.

#include "operations/skinning/skinning.h"
#include "bench/workloads/workload.h"
#include "operations/list.h"
#include "operations/shared/place.h"

#include <cmath>

namespace ulna::bench {
namespace {

constexpr size_t kInfluences = 2;

/// `HasTangents`: three vectors for each vertex; else one for each influence, weighted already.
template <bool HasTangents>
Case make(const Operation& op, size_t vertices, Random& random) {
  using namespace skinning;
  Case c = make_case(op);
  c.arrays[kVerts].resize(vertices * sizeof(ulna_vertex));
  c.arrays[kJoints].resize(kNumJoints * sizeof(ulna_joint_mat));
  c.arrays[kBase].resize((HasTangents ? 3 : kInfluences) * vertices * sizeof(ulna_vec4));
  c.arrays[kWeights].resize(kInfluences * vertices * sizeof(ulna_joint_weight));
  for (ulna_joint_mat& m : c.arrays[kJoints].as<ulna_joint_mat>()) {
    const double a = random.uniform(0, 6.3);
    const auto sine = float(std::sin(a));
    const auto cosine = float(std::cos(a));
    const auto at = [&random] { return float(random.uniform(-2, 2)); };
    m = {{cosine, -sine, 0, at(), sine, cosine, 0, at(), 0, 0, 1, at()}};
  }
  const auto weights = c.arrays[kWeights].as<ulna_joint_weight>();
  for (size_t i = 0; i < weights.size(); ++i) {
    const bool last = i % kInfluences == 1;
    weights[i] = {last ? 1 - weights[i - 1].weight : float(random.unit()),
                  int32_t(random.below(kNumJoints) * sizeof(ulna_joint_mat)),
                  int32_t((last ? 1 : 2) * sizeof(ulna_joint_weight))};
  }
  const auto base = c.arrays[kBase].as<ulna_vec4>();
  for (size_t i = 0; i < base.size(); ++i) {
    // Three vectors for each vertex, of which the position is one; or one for each weight.
    const double w = HasTangents ? 1 : double(weights[i].weight);
    base[i] = {float(w * random.uniform(-2, 2)), float(w * random.uniform(-2, 2)),
               float(w * random.uniform(-2, 2)), float(HasTangents && i % 3 != 0 ? 0 : w)};
  }
  place(c, random);
  return c;
}

constexpr double kProducts = 3 * kDot; // a matrix times a vector

/// Of so many vectors that are written, and influences that take part.
Cost cost_of(bool whole_lines, double vectors, double base, double influences, double flops) {
  const double read = whole_lines ? kInfluences : influences;
  return {.bytes = read * sizeof(ulna_joint_weight) + base * kVec4 +
                   (whole_lines ? 2 * sizeof(ulna_vertex) : vectors * kVec3),
          .flops = flops};
}

Cost of_positions(bool whole_lines) {
  return cost_of(whole_lines, 1, kInfluences, kInfluences,
                 kInfluences * kProducts + (kInfluences - 1) * 3);
}

Cost of_tangents(bool whole_lines) {
  constexpr double kBlended = 12 + (kInfluences - 1) * 2 * 12;
  return cost_of(whole_lines, 3, 3, kInfluences, kBlended + 3 * kProducts);
}

Cost of_tangents_lod(bool whole_lines) {
  return cost_of(whole_lines, 3, 3, 1, 3 * kProducts);
}

/// With the reciprocal of the weight, which is counted as one.
Cost of_positions_lod(bool whole_lines) {
  return cost_of(whole_lines, 1, whole_lines ? kInfluences : 1, 1, kProducts + 1 + 3);
}

} // namespace

std::vector<Workload> skinning_workloads() {
  return {{&transform_verts(), make<false>, of_positions, kCharactersAndSums},
          {&transform_verts_lod(), make<false>, of_positions_lod, kCharactersAndSums},
          {&transform_verts_and_tangents(), make<true>, of_tangents, kCharactersAndSums},
          {&transform_verts_and_tangents_lod(), make<true>, of_tangents_lod, kCharactersAndSums}};
}

} // namespace ulna::bench
