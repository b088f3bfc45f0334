// The n of gamma_n in the bounds of sums, counted. Each form that a bound is said to cover is
// written down here over a number that counts roundings, and the longest path of the longest form
// must be the n that the contract judges by: neither a term less, which would refute a right port,
// nor a term more, which would certify a wrong one.
#include "cases/make_case.h"
#include "operations/blending/blending.h"
#include "operations/list.h"
#include "operations/skinned_mesh/skinned_mesh.h"
#include "operations/skinning/skinning.h"
#include "operations/sorted_verts/sorted_verts.h"
#include "operations/uniform_verts/uniform_verts.h"
#include "operations/vertex_blending/vertex_blending.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ulna {
namespace {

/// A float that was rounded so many times on the longest way that led to it.
struct Counted {
  int roundings = 0;
};
Counted operator*(Counted a, Counted b) {
  return {std::max(a.roundings, b.roundings) + 1};
}
Counted operator+(Counted a, Counted b) {
  return {std::max(a.roundings, b.roundings) + 1};
}

Counted sum(const std::vector<Counted>& terms) {
  return std::accumulate(terms.begin() + 1, terms.end(), terms.front(),
                         [](Counted a, Counted b) { return a + b; });
}

constexpr Counted kGiven{}; // w, m, b, t: as they were passed

/// The sum over k influences of `columns` products m b.
int products(int k, int columns) {
  return sum(std::vector<Counted>(size_t(k * columns), kGiven * kGiven)).roundings;
}

/// The same of w m b: weighted first or last in a term, matrices added up first, vectors first.
int weighted_products(int k, int columns) {
  const auto times = [](int n, Counted x) { return std::vector<Counted>(size_t(n), x); };
  const Counted term = kGiven * kGiven * kGiven;
  const Counted blended = sum(times(k, kGiven * kGiven));           // an element of sum w M
  const Counted transformed = sum(times(columns, kGiven * kGiven)); // a component of M b
  return std::max({sum(times(k * columns, term)).roundings,
                   sum(times(columns, blended * kGiven)).roundings,
                   sum(times(k, kGiven * transformed)).roundings});
}

/// a (1-t) + b t, a + (b-a) t, a - a t + b t: a difference rounds like a sum.
int lerp() {
  return std::max({(kGiven * (kGiven + kGiven) + kGiven * kGiven).roundings,
                   (kGiven + (kGiven + kGiven) * kGiven).roundings,
                   (kGiven + kGiven * kGiven + kGiven * kGiven).roundings});
}

/// w (n t - n t), with w multiplied in last or first.
int bitangent() {
  return std::max((kGiven * (kGiven * kGiven + kGiven * kGiven)).roundings,
                  (kGiven * kGiven * kGiven + kGiven * kGiven * kGiven).roundings);
}

/// The n of the bound on a word of the first element, with `terms` as the sum of absolute terms.
/// Underflow is nothing beside it.
double bound_over_terms(const Case& c, double terms, size_t word = 0) {
  validate(c);
  Expectation e;
  c.operation->evaluate(c)->expect(size_t(c.operation->output), 0, reference::Rung::fast, e);
  EXPECT_EQ(e.clause.at(word), Clause::bounded);
  const double gamma = e.bound.at(word) / terms;
  return gamma / (1 + gamma) * 0x1p24; // gamma_n = n u / (1 - n u)
}

template <class T>
void fill(Array& array, size_t count, const T& value) {
  array.resize(count * sizeof value);
  std::ranges::fill(array.as<T>(), value);
}

constexpr ulna_vec4 kOnes{1, 1, 1, 1};

template <class Matrix>
Matrix matrix_of_ones() {
  Matrix m;
  std::ranges::fill(m.m, 1.0f);
  return m;
}

/// One vertex with k influences, all of ones.
Case skin(const Operation& op, int k, size_t base) {
  Case c = make_case(op);
  fill(c.arrays[skinning::kVerts], 1, ulna_vertex{});
  fill(c.arrays[skinning::kJoints], 1, matrix_of_ones<ulna_joint_mat>());
  fill(c.arrays[skinning::kBase], base, kOnes);
  fill(c.arrays[skinning::kWeights], size_t(k), ulna_joint_weight{1, 0, 0});
  for (ulna_joint_weight& w : c.arrays[skinning::kWeights].as<ulna_joint_weight>())
    w.next_vertex_offset = int32_t{sizeof w} * k--;
  return c;
}

class Influences : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Counted, Influences, testing::Values(1, 2, 3, 4, 7));

constexpr double kHundredth = 0.01; // of a term: kRoundUp, and n u beside one

TEST_P(Influences, OfTransformVerts) {
  const int k = GetParam();
  EXPECT_NEAR(bound_over_terms(skin(transform_verts(), k, size_t(k)), 4 * k), products(k, 4),
              kHundredth);
}

TEST_P(Influences, OfTransformVertsAndTangents) {
  const int k = GetParam();
  EXPECT_NEAR(bound_over_terms(skin(transform_verts_and_tangents(), k, 3), 4 * k),
              weighted_products(k, 4), kHundredth);
}

TEST_P(Influences, OfTransformVertsAndTangentsLod) {
  EXPECT_NEAR(bound_over_terms(skin(transform_verts_and_tangents_lod(), GetParam(), 3), 4),
              products(1, 4), kHundredth);
}

/// One vertex with a normal.
Case mesh(int k) {
  using namespace skinned_mesh;
  Case c = make_case(update_skinned_mesh());
  c.integers[kDstStride] = c.integers[kSrcStride] = int32_t{kVertexBytes};
  c.integers[kHasNormals] = 1;
  for (const int array : {kDst, kSrc}) fill(c.arrays[size_t(array)], kVertexBytes / 4, 1.0f);
  fill(c.arrays[kPalette], 1, matrix_of_ones<ulna_mat44>());
  fill(c.arrays[kFirstInfluence], 2, uint32_t{0});
  c.arrays[kFirstInfluence].as<uint32_t>()[1] = uint32_t(k);
  fill(c.arrays[kInfluences], size_t(k), ulna_influence{0, 1});
  return c;
}

TEST_P(Influences, OfAMeshesPositions) {
  const int k = GetParam();
  EXPECT_NEAR(bound_over_terms(mesh(k), 4 * k), weighted_products(k, 4), kHundredth);
}

TEST_P(Influences, OfAMeshesNormals) {
  const int k = GetParam();
  EXPECT_NEAR(bound_over_terms(mesh(k), 3 * k, 3), weighted_products(k, 3), kHundredth);
}

/// One vertex of a stream, with a normal.
Case stream(int k) {
  using namespace sorted_verts;
  Case c = make_case(skin_sorted_verts());
  fill(c.arrays[kPalette], 1, matrix_of_ones<ulna_mat44>());
  Vertex v{kOnes, kOnes, kOnes, kOnes, {}};
  v.influences.assign(size_t(k), Influence{0, 1});
  pack(c, {&v, 1}, true);
  return c;
}

class GroupOf : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Counted, GroupOf, testing::Values(1, 2, 3, 4));

TEST_P(GroupOf, OfSortedStreams) {
  const int k = GetParam();
  EXPECT_NEAR(bound_over_terms(stream(k), 4 * k), k == 1 ? products(1, 4) : weighted_products(k, 4),
              kHundredth);
}

/// The same without groups.
Case uniform(int k) {
  using namespace uniform_verts;
  Case c = make_case(skin_soa_verts());
  c.integers[kNumInfluences] = k;
  fill(c.arrays[kDst], 1, ulna_mesh_vertex{});
  for (int a = kFirstStream; a < palette_of(c); ++a) fill(c.arrays[size_t(a)], 1, 1.0f);
  fill(c.arrays[size_t(palette_of(c))], 1, matrix_of_ones<ulna_joint_mat>());
  fill(c.arrays[size_t(joint_indices_of(c))], size_t(k), uint32_t{0});
  fill(c.arrays[size_t(joint_weights_of(c))], size_t(k), 1.0f);
  return c;
}

TEST_P(GroupOf, OfVerticesWithOneNumberOfInfluences) {
  const int k = GetParam();
  EXPECT_NEAR(bound_over_terms(uniform(k), 4 * k), weighted_products(k, 4), kHundredth);
}

TEST(FourInfluences, OfWholeVertices) {
  using namespace uniform_verts;
  Case c = make_case(skin_split_verts());
  for (const int a : {kDst, kFirstStream})
    fill(c.arrays[size_t(a)], 1, ulna_mesh_vertex{{1, 1, 1}, {1, 1, 1}});
  fill(c.arrays[size_t(palette_of(c))], 1, matrix_of_ones<ulna_mat44>());
  fill(c.arrays[size_t(joint_indices_of(c))], 4, uint32_t{0});
  fill(c.arrays[size_t(joint_weights_of(c))], 4, 1.0f);
  EXPECT_NEAR(bound_over_terms(c, 4 * 4), weighted_products(4, 4), kHundredth);
  EXPECT_NEAR(bound_over_terms(c, 4 * 3, 3), weighted_products(4, 3), kHundredth);
}

/// A vertex with so many weights of one half, and the last one that belongs to them.
Case blend(int weights) {
  using namespace vertex_blending;
  Case c = make_case(blend_vertices());
  c.integers[kNumWeights] = weights;
  fill(c.arrays[kDst], 1, ulna_mesh_vertex{});
  fill(c.arrays[kSrc], 1, ulna_blend_vertex{{1, 1, 1}, {0.5, 0.5, 0.5}, {}, {1, 1, 1}});
  fill(c.arrays[kMatrices], size_t(weights) + 1, matrix_of_ones<ulna_mat44>());
  return c;
}

class BlendWeights : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Counted, BlendWeights, testing::Values(0, 1, 2, 3));

TEST_P(BlendWeights, OfBlendVertices) {
  const int n = GetParam();
  const double weights = n / 2.0 + std::fabs(1 - n / 2.0);
  EXPECT_NEAR(bound_over_terms(blend(n), 4 * weights), weighted_products(n + 1, 4), kHundredth);
  EXPECT_NEAR(bound_over_terms(blend(n), 3 * weights, 3), weighted_products(n + 1, 3), kHundredth);
}

TEST(Palette, IsFourProducts) {
  Case c = make_case(combine_bones());
  for (Array& array : c.arrays) fill(array, 1, matrix_of_ones<ulna_mat44>());
  EXPECT_NEAR(bound_over_terms(c, 4), products(1, 4), kHundredth);
}

TEST(Tween, IsThreeRoundings) {
  Case c = make_case(tween_verts());
  for (Array& array : c.arrays) fill(array, 1, ulna_mesh_vertex{{1, 1, 1}, {1, 1, 1}});
  c.real = 1;
  EXPECT_NEAR(bound_over_terms(c, 2), lerp(), kHundredth); // |1-t||a| + |t|(|a| + |b|)
}

class Blend : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Counted, Blend, testing::Values("slerp_joints", "lerp_joints"));

TEST_P(Blend, IsThreeRoundingsForTranslations) {
  Case c = make_case(operation_named(GetParam()));
  for (const int joints : {blending::kJoints, blending::kBlendJoints})
    fill(c.arrays[size_t(joints)], 1, ulna_joint_quat{{0, 0, 0, 1}, kOnes});
  fill(c.arrays[blending::kIndex], 1, int32_t{0});
  c.real = 0.25f;
  EXPECT_NEAR(bound_over_terms(c, 1.25, 4), lerp(), kHundredth); // as of a tween
}

TEST(Bitangent, IsThreeRoundings) {
  Case c = make_case(derive_bitangents());
  fill(c.arrays[0], 1, kOnes);
  fill(c.arrays[1], 1, ulna_vertex{kOnes, kOnes, kOnes});
  EXPECT_NEAR(bound_over_terms(c, 2), bitangent(), kHundredth);
}

} // namespace
} // namespace ulna
