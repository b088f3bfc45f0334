// The references of blended vertices against things that they share no code with.
#include "base/random.h"
#include "cases/make_case.h"
#include "operations/list.h"
#include "operations/skinned_mesh/skinned_mesh.h"
#include "operations/vertex_blending/vertex_blending.h"
#include "properties/laws.h"
#include "reference/vertex_blending.h"

#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <xmmintrin.h>

namespace ulna {
namespace {

using namespace reference;
using boost::multiprecision::cpp_int;

constexpr Rung kRungs[] = {Rung::fast, Rung::wide, Rung::top};

// --- The sums against integers ----------------------------------------------------------------

/// Products of three floats are multiples of 2^-447, and so are their sums, rounded or not.
constexpr int kUnit = 447;

cpp_int in_units(double x) {
  return cpp_int(std::ldexp(x, kUnit));
}
/// A float is an integer in units of 2^-149.
cpp_int integer(double x) {
  return cpp_int(std::ldexp(x, 149));
}

/// A vertex and its influences.
struct Inputs {
  float v[3];
  std::vector<ulna_mat44> matrices;
  std::vector<float> weights;

  explicit Inputs(Random& r) {
    const int kind = r.between(0, 4);
    const auto number = [&]() -> float {
      switch (kind) {
      case 0:
        return float(r.scaled(-3, 3));
      case 1: // products at and below the smallest normal number
        return r.one_in(4) ? std::bit_cast<float>(uint32_t(r.below(1u << 23)))
                           : float(r.scaled(-80, -30));
      case 2: // huge
        return float(r.scaled(20, 40));
      default:
        return r.one_in(16) ? 0 : float(r.scaled(-20, 20));
      }
    };
    for (float& x : v) x = number();
    const size_t count = r.one_in(16) ? 64 : r.below(9);
    for (size_t k = 0; k < count; ++k) {
      ulna_mat44 m;
      for (float& x : m.m) x = number();
      float w = number();
      if (kind >= 3 && k % 2 == 1) { // takes back the influence before it, nearly
        m = matrices.back();
        w = -weights.back();
        if (r.one_in(2)) m.m[r.below(16)] *= 1 + 0x1p-23f;
      }
      matrices.push_back(m);
      weights.push_back(w);
    }
  }

  template <class Real, size_t Rows>
  std::array<SkinSum, 3> sums() const {
    return blend_sums<Real, Rows>(v, matrices.size(), [this](size_t k) -> WeightedMatrix {
      return {weights[k], matrices[k].m};
    });
  }

  double factor(size_t row) const { return row < 3 ? v[row] : 1; }

  template <size_t Rows>
  cpp_int exact(size_t column) const {
    cpp_int sum = 0;
    for (size_t k = 0; k < matrices.size(); ++k)
      for (size_t r = 0; r < Rows; ++r)
        sum += integer(weights[k]) * integer(factor(r)) * integer(matrices[k].m[4 * r + column]);
    return sum;
  }
};

/// How far a sum is off, as a fraction of what it states. What a tail has below the unit is cut
/// off.
template <class Real, size_t Rows>
double error_of(const Inputs& inputs, size_t column) {
  const Approx got = inputs.sums<Real, Rows>()[column].value;
  const cpp_int exact = inputs.exact<Rows>(column);
  const cpp_int off = abs(in_units(got.value) + in_units(got.tail) - exact);
  const cpp_int stated = in_units(got.error) + (got.tail != 0 ? 1 : 0);
  if (off == 0) return 0;
  return off <= stated ? static_cast<double>(off) / static_cast<double>(stated) : INFINITY;
}

template <class Real>
void audit(uint64_t stream, int count, const char* what) {
  Random r(5, stream);
  double largest = 0;
  for (int i = 0; i < count; ++i) {
    const Inputs inputs(r);
    for (size_t c = 0; c < 3; ++c) {
      const double error = std::max(error_of<Real, kPositionRows>(inputs, c),
                                    error_of<Real, kNormalRows>(inputs, c));
      ASSERT_LE(error, 1) << "element " << i << ", column " << c;
      largest = std::max(largest, error);
    }
  }
  std::cout << "largest error of a blended vertex " << what << ": " << largest
            << " of what it states\n";
}

TEST(VertexBlendingReference, KeepsItsStatedErrorInDouble) {
  audit<Fast>(1, 5000, "in double");
}

TEST(VertexBlendingReference, KeepsItsStatedErrorInMpfr) {
  audit<Wide>(2, 1000, "in MPFR");
}

TEST(VertexBlendingReference, KeepsItsStatedErrorOnTheTopRung) {
  audit<Top>(3, 300, "on the top rung");
}

/// One column at a time by the reference of the other skinning operations.
TEST(VertexBlendingReference, TheSumsOfAbsoluteValuesAreThoseOfSkinning) {
  Random r(5, 4);
  for (int i = 0; i < 2000; ++i) {
    const Inputs inputs(r);
    const std::array<SkinSum, 3> got = inputs.sums<Fast, kPositionRows>();
    for (size_t c = 0; c < 3; ++c) {
      std::vector<std::array<float, 8>> floats;
      for (const ulna_mat44& m : inputs.matrices)
        floats.push_back({m.m[c], m.m[4 + c], m.m[8 + c], m.m[12 + c], inputs.v[0], inputs.v[1],
                          inputs.v[2], 1});
      std::vector<WeightedRow> rows;
      for (size_t k = 0; k < floats.size(); ++k)
        rows.push_back({inputs.weights[k], floats[k].data(), floats[k].data() + 4});
      const SkinSum owed = skin_sum<Fast>(rows);
      // Up to 256 terms, in another order.
      constexpr double kOff = 512 * 0x1p-53;
      for (const auto sum : {&SkinSum::terms, &SkinSum::wm, &SkinSum::mb, &SkinSum::wb,
                             &SkinSum::factors, &SkinSum::denormal})
        ASSERT_LE(std::fabs(got[c].*sum - owed.*sum), kOff * owed.*sum) << i;
    }
  }
}

TEST(VertexBlendingReference, NormalsLeaveTheTranslationOut) {
  const ulna_mat44 m{{1, 2, 3, NAN, 4, 5, 6, NAN, 7, 8, 9, NAN, NAN, INFINITY, NAN, NAN}};
  const float v[] = {1, -1, 0.5f};
  const auto sums = blend_sums<Fast, kNormalRows>(v, 1, [&](size_t) -> WeightedMatrix {
    return {2, m.m};
  });
  EXPECT_EQ(sums[0].value.value, 2 * (1 - 4 + 3.5));
  EXPECT_EQ(sums[1].value.value, 2 * (2 - 5 + 4.0));
  EXPECT_EQ(sums[2].value.value, 2 * (3 - 6 + 4.5));
}

// --- The last weight --------------------------------------------------------------------------

TEST(LastWeight, IsWhatAFloatSumLeavesOfOne) {
  const float third = 1.0f / 3;
  const float weights[] = {third, third, third};
  EXPECT_EQ(last_weight(weights, 0), 1);
  EXPECT_EQ(last_weight(weights, 1), 1 - third);
  EXPECT_EQ(last_weight(weights, 2), 1 - (third + third));
  EXPECT_EQ(last_weight(weights, 3), 0);        // in double 3 thirds leave -2^-25
  const float large[] = {0x1p24f, 1, -0x1p24f}; // from the right the 1 would stay
  EXPECT_EQ(last_weight(large, 3), 1);
  const float above[] = {0.75f, 0.75f, 0};
  EXPECT_EQ(last_weight(above, 3), -0.5f);
  const float nan[] = {0, NAN, 0};
  EXPECT_EQ(last_weight(nan, 1), 1);
  EXPECT_TRUE(std::isnan(last_weight(nan, 2)));
}

/// The last weight with FTZ and DAZ set, and the sum it comes from, computed where no compiler can
/// look ahead.
float last_weight_flushed(const float* weights, size_t num_weights, float& sum_of_weights) {
  const unsigned before = _mm_getcsr();
  _mm_setcsr(before | 0x8040);
  volatile float sum = 0;
  for (size_t k = 0; k < num_weights; ++k) {
    const volatile float w = weights[k];
    sum = sum + w;
  }
  const volatile float last = 1 - sum;
  _mm_setcsr(before);
  sum_of_weights = sum;
  return last;
}

TEST(LastWeight, IsTheSameWhereTheCallerFlushes) {
  Random r(5, 5);
  size_t other_sums = 0;
  for (int i = 0; i < 2'000'000; ++i) {
    float weights[3];
    for (float& w : weights) w = float(r.scaled(-149, r.one_in(4) ? 2 : -100));
    // Sums that cancel, to something or to a denormal number.
    if (r.one_in(4)) weights[1] = -weights[0];
    if (r.one_in(4)) weights[1] = -std::nextafter(weights[0], 0.0f);
    if (r.one_in(4)) weights[2] = 1 - (weights[0] + weights[1]);
    float sum;
    const float flushed = last_weight_flushed(weights, 3, sum);
    other_sums += sum != (weights[0] + weights[1]) + weights[2];
    ASSERT_EQ(std::bit_cast<uint32_t>(last_weight(weights, 3)), std::bit_cast<uint32_t>(flushed))
        << weights[0] << " " << weights[1] << " " << weights[2];
  }
  EXPECT_GT(other_sums, 100'000u); // or nothing was flushed
}

// --- Contracts by hand ------------------------------------------------------------------------

ulna_mat44 translation(float x, float y, float z) {
  return {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1}};
}

/// One vertex at (1, 2, 3) with the normal (1, 0, 0).
Case skinned(const std::vector<ulna_mat44>& palette, const std::vector<ulna_influence>& influences,
             float least) {
  using namespace skinned_mesh;
  Case c = make_case(update_skinned_mesh());
  c.integers = {24, 24, 1};
  c.real = least;
  laws::put(c.arrays[kDst], std::vector<ulna_mesh_vertex>(1));
  laws::put(c.arrays[kSrc], std::vector<ulna_mesh_vertex>{{{1, 2, 3}, {1, 0, 0}}});
  laws::put(c.arrays[kPalette], palette);
  laws::put(c.arrays[kFirstInfluence], std::vector<uint32_t>{0, uint32_t(influences.size())});
  laws::put(c.arrays[kInfluences], influences);
  validate(c);
  return c;
}

/// What is owed for the vertex: position and normal.
void expect_vertex(const Case& c, const std::array<double, 6>& owed) {
  for (const Rung rung : kRungs) {
    const Expectation e = laws::expectations(c, rung).at(0);
    for (size_t w = 0; w < 6; ++w) {
      EXPECT_EQ(e.clause[w], Clause::bounded) << w;
      EXPECT_EQ(e.exact[w].value, owed[w]) << "rung " << int(rung) << ", word " << w;
    }
  }
}

TEST(UpdateSkinnedMeshReference, RowVectorsMeetMatricesFromTheLeft) {
  const ulna_mat44 m{{0, 1, 0, 9, -1, 0, 0, 9, 0, 0, 2, 9, 10, 20, 30, 9}};
  expect_vertex(skinned({m}, {{0, 1}}, 0), {-2 + 10, 1 + 20, 6 + 30, 0, 1, 0});
  expect_vertex(skinned({m, translation(1, 1, 1)}, {{0, 0.5f}, {1, -2}}, -3),
                {0.5 * 8 - 2 * 2, 0.5 * 21 - 2 * 3, 0.5 * 36 - 2 * 4, -2, 0.5, 0});
}

TEST(UpdateSkinnedMeshReference, AWeightThatEqualsMinInfluenceCounts) {
  const std::vector<ulna_mat44> palette{translation(10, 0, 0), translation(0, 10, 0)};
  const std::vector<ulna_influence> influences{{0, 0.25f}, {1, 0.75f}};
  expect_vertex(skinned(palette, influences, 0.25f), {3.5, 9.5, 3, 1, 0, 0});
  expect_vertex(skinned(palette, influences, std::nextafter(0.25f, 1.0f)),
                {0.75, 9, 2.25, 0.75, 0, 0}); // and nothing is renormalised
  expect_vertex(skinned(palette, influences, 0.8f), {0, 0, 0, 0, 0, 0});
  const Expectation none = laws::expectations(skinned(palette, influences, INFINITY)).at(0);
  for (size_t w = 0; w < 6; ++w) EXPECT_EQ(none.bound[w], 0);
}

TEST(UpdateSkinnedMeshReference, WhatDoesNotCountMayHoldAnything) {
  ulna_mat44 nothing;
  std::fill_n(nothing.m, 16, NAN);
  expect_vertex(skinned({translation(0, 0, 0), nothing}, {{1, 0.1f}, {0, 1}}, 0.2f),
                {1, 2, 3, 1, 0, 0});
}

TEST(UpdateSkinnedMeshReference, ANanSpoilsItsVertexOnly) {
  const ulna_mat44 identity = translation(0, 0, 0);
  for (const float least : {0.0f, NAN}) {
    const float weight = std::isnan(least) ? 1 : NAN;
    const Expectation e = laws::expectations(skinned({identity}, {{0, weight}}, least)).at(0);
    for (size_t w = 0; w < 6; ++w) EXPECT_EQ(e.clause[w], Clause::unjudged);
    EXPECT_EQ(e.clause[6], Clause::untouched);
  }
  ulna_mat44 m = identity;
  m.m[13] = NAN;
  const Expectation e = laws::expectations(skinned({m}, {{0, 1}}, 0)).at(0);
  EXPECT_EQ(e.clause[0], Clause::bounded);
  EXPECT_EQ(e.clause[1], Clause::unjudged);
  EXPECT_EQ(e.clause[4], Clause::bounded);
}

TEST(UpdateSkinnedMeshReference, DenormalsCompareAsZerosWhereTheCallerFlushes) {
  // 2^-130 is below 2^-129, but under DAZ a port cannot tell; either way what it adds is within the
  // bound.
  Case c = skinned({translation(0, 0, 0)}, {{0, 0x1p-130f}}, 0x1p-129f);
  EXPECT_EQ(laws::expectations(c).at(0).exact[0].value, 0);
  c.flush = true;
  const Expectation e = laws::expectations(c).at(0);
  EXPECT_EQ(e.exact[2].value, 3 * 0x1p-130);
  EXPECT_GE(e.bound[2], 3 * 0x1p-130);
}

TEST(BlendVerticesReference, WeightKBelongsToMatrixK) {
  using namespace vertex_blending;
  const std::vector<ulna_mat44> three{translation(1, 0, 0), translation(0, 1, 1),
                                      translation(0, 0, 2)};
  std::vector<ulna_mat44> four = three;
  four.push_back(translation(0, 0, 3));
  const float nothing = NAN;
  for (const Operation* op : {&blend_vertices(), &blend_vertices_indexed()}) {
    const bool indexed = op == &blend_vertices_indexed();
    Case c = make_case(*op);
    c.integers[kNumWeights] = 2;
    laws::put(c.arrays[kDst], std::vector<ulna_mesh_vertex>(1));
    laws::put(c.arrays[kSrc], std::vector<ulna_blend_vertex>{
                                  {{1, 2, 3}, {0.5f, 0.125f, nothing}, {3, 0, 1, 255}, {0, 0, 1}}});
    laws::put(c.arrays[kMatrices], indexed ? four : three);
    validate(c);
    if (indexed) {
      expect_vertex(c, {1 + 0.125, 2 + 0.375, 3 + 0.5 * 3 + 0.375 * 1, 0, 0, 1});
    } else {
      expect_vertex(c, {1 + 0.5, 2 + 0.125, 3 + 0.125 * 1 + 0.375 * 2, 0, 0, 1});
    }
  }
}

} // namespace
} // namespace ulna
