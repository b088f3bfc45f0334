// The cases that benchmarks run on: ordinary poses and characters, with nothing rare in them.
#pragma once

#include "bench/uniform.h"
#include "cases/make_case.h"
#include "operations/blending/arcs.h"
#include "operations/blending/blending.h"
#include "operations/list.h"
#include "operations/shared/matrices.h"
#include "operations/shared/place.h"
#include "operations/skinning/skinning.h"
#include "operations/sorted_verts/sorted_verts.h"

#include <cmath>

namespace ulna::bench {

/// The operations that there are such cases of.
inline std::vector<const Operation*> ordinary_operations() {
  return {&transform_verts(),
          &transform_verts_and_tangents(),
          &transform_verts_and_tangents_lod(),
          &skin_sorted_verts(),
          &skin_aos_verts(),
          &skin_soa_verts(),
          &skin_interleaved_verts(),
          &skin_split_verts(),
          &slerp_joints(),
          &lerp_joints()};
}

/// Whether a generated case blends all joints of a pose, with translations of human size.
inline bool is_pose(const Case& c) {
  const auto joints = c.arrays[blending::kJoints].as<ulna_joint_quat>();
  const auto blend_joints = c.arrays[blending::kBlendJoints].as<ulna_joint_quat>();
  if (!(c.real > 0 && c.real < 1) || c.same_array || c.operation->size(c) != joints.size())
    return false;
  const auto evaluator = c.operation->evaluate(c);
  Expectation e;
  for (size_t j = 0; j < joints.size(); ++j) {
    for (const float* t : {&joints[j].t.x, &blend_joints[j].t.x})
      for (int i = 0; i < 4; ++i)
        if (!(std::fabs(t[i]) <= 100)) return false;
    evaluator->expect(size_t(c.operation->output), j, reference::Rung::fast, e);
    for (size_t w = 0; w < 8; ++w)
      if (e.clause[w] != Clause::bounded) return false;
  }
  return true;
}

/// Generated cases of slerp_joints or lerp_joints: poses of about 300 joints.
inline std::vector<Case> pose_cases(const Operation& op, size_t count) {
  std::vector<Case> cases;
  for (uint64_t i = op.num_edge_cases; cases.size() < count; ++i) {
    Case c = op.generate(0, i);
    if (op.size(c) >= 250 && op.size(c) <= 350 && is_pose(c)) cases.push_back(std::move(c));
  }
  return cases;
}

/// A pose of that many joints on its way to another one: unit quaternions that have nothing to do
/// with each other, translations of human size, the joints in order.
inline Case pose_case(const Operation& op, size_t joints, Random& r) {
  std::vector<quaternions::Pair> pairs(joints);
  for (quaternions::Pair& pair : pairs) {
    pair.from = quaternions::rounded(quaternions::random_unit(r));
    pair.to = quaternions::rounded(quaternions::random_unit(r));
  }
  Case c = quaternions::pairs_case(op, 0.3f, pairs);
  for (const int array : {blending::kJoints, blending::kBlendJoints})
    for (ulna_joint_quat& joint : c.arrays[size_t(array)].as<ulna_joint_quat>())
      for (float* t : {&joint.t.x, &joint.t.y, &joint.t.z, &joint.t.w})
        *t = float(r.uniform(-2, 2));
  return c;
}

constexpr size_t kNumJoints = 128; ///< of a character

/// Positions in a stream, sorted by their number of influences, on a palette of rigid joints.
inline Case stream_case(const Operation& op, size_t vertices, Random& r) {
  Case c = make_case(op);
  c.arrays[sorted_verts::kPalette].resize(kNumJoints * sizeof(ulna_mat44));
  for (ulna_mat44& m : c.arrays[sorted_verts::kPalette].as<ulna_mat44>()) m = rigid_matrix(r);
  std::vector<sorted_verts::Vertex> all(vertices);
  for (size_t v = 0; v < vertices; ++v) {
    const size_t influences = influences_of(v, vertices);
    const auto at = [&r] { return float(r.uniform(-2, 2)); };
    all[v].position = all[v].normal = all[v].src_normal = {};
    all[v].src_position = {at(), at(), at(), 1};
    float left = 1;
    for (size_t k = 1; k <= influences; ++k) {
      const float weight = k == influences ? left : left * float(r.unit());
      all[v].influences.push_back({uint32_t(r.below(kNumJoints)), weight});
      left -= weight;
    }
  }
  sorted_verts::pack(c, all, false);
  place(c, r);
  return c;
}

/// A skinned character: a palette of 128 rigid joints, two influences on each vertex where the
/// operation says nothing else.
inline Case character_case(const Operation& op, size_t vertices, Random& r) {
  if (op.member == skin_sorted_verts().member) return stream_case(op, vertices, r);
  if (is_uniform(op)) return uniform_case(op, vertices, kNumJoints, r);
  using namespace skinning;
  const bool weighted = op.member != transform_verts().member;
  Case c = make_case(op);
  c.arrays[kVerts].resize(vertices * sizeof(ulna_vertex));
  c.arrays[kJoints].resize(kNumJoints * sizeof(ulna_joint_mat));
  c.arrays[kBase].resize((weighted ? 3 : 2) * vertices * sizeof(ulna_vec4));
  c.arrays[kWeights].resize(2 * vertices * sizeof(ulna_joint_weight));
  for (ulna_joint_mat& m : c.arrays[kJoints].as<ulna_joint_mat>()) {
    const double a = r.uniform(0, 6.3);
    const auto sine = float(std::sin(a));
    const auto cosine = float(std::cos(a));
    const auto at = [&r] { return float(r.uniform(-2, 2)); };
    m = {{cosine, -sine, 0, at(), sine, cosine, 0, at(), 0, 0, 1, at()}};
  }
  const auto weights = c.arrays[kWeights].as<ulna_joint_weight>();
  for (size_t i = 0; i < weights.size(); ++i) {
    const bool last = i % 2 == 1;
    weights[i] = {last ? 1 - weights[i - 1].weight : float(r.unit()),
                  int32_t(r.below(kNumJoints) * sizeof(ulna_joint_mat)),
                  int32_t((last ? 1 : 2) * sizeof(ulna_joint_weight))};
  }
  const auto base = c.arrays[kBase].as<ulna_vec4>();
  for (size_t i = 0; i < base.size(); ++i) {
    // Three vectors for each vertex, of which the position is one; or one for each weight.
    const double w = weighted ? 1 : double(weights[i].weight);
    base[i] = {float(w * r.uniform(-2, 2)), float(w * r.uniform(-2, 2)),
               float(w * r.uniform(-2, 2)), float(weighted && i % 3 != 0 ? 0 : w)};
  }
  place(c, r);
  return c;
}

/// Cases of one of ordinary_operations(), of about 300 elements each.
inline std::vector<Case> ordinary_cases(const Operation& op, size_t count) {
  if (op.real) return pose_cases(op, count);
  Random r(0, 0x62656e63);
  std::vector<Case> cases;
  for (size_t i = 0; i < count; ++i) cases.push_back(character_case(op, 250 + r.below(101), r));
  for (const Case& c : cases) validate(c);
  return cases;
}

} // namespace ulna::bench
