// What the generator of bones promises about singular matrices and those beside them.

#include "operations/bones/bone_judging.h"
#include "operations/bones/singular.h"
#include "operations/list.h"
#include "operations/shared/matrices.h"
#include "reference/bones.h"

#include <gtest/gtest.h>

#include <array>

namespace ulna {
namespace {

using bones::Report;
using bones::rule_on_local;
using namespace bones::layout;

constexpr int kMany = 300; // matrices of a kind

/// |det| over its absolute terms, both in float.
float share_of_terms(const ulna_mat44& m) {
  float det = 0;
  float terms = 0;
  for (size_t c = 0; c < 3; ++c) {
    const auto minor = reference::minor_of(
        std::array{m.m[0], m.m[1], m.m[2], m.m[4], m.m[5], m.m[6], m.m[8], m.m[9], m.m[10]}.data(),
        0, c);
    det += m.m[c] * (minor.plus - minor.minus);
    terms += std::fabs(m.m[c]) * (std::fabs(minor.plus) + std::fabs(minor.minus));
  }
  return std::fabs(det) / terms;
}

TEST(SingularMatrices, AreSoExactlyAndShowIt) {
  using Make = void (*)(ulna_mat44&, Random&);
  Random r(8, 1);
  for (const Make make : {singular::depend, singular::twins, singular::round_most}) {
    for (int i = 0; i < kMany; ++i) {
      ulna_mat44 m = rigid_matrix(r);
      make(m, r);
      ASSERT_EQ(rule_on_local(m, false).report, Report::must) << "matrix " << i;
    }
  }
}

TEST(SingularMatrices, OfEachPairOfProductsNeedIt) {
  Random r(8, 2);
  for (size_t pair = 0; pair < singular::kPairs; ++pair) {
    const auto [first, second] = singular::products_of(pair);
    EXPECT_LT(first, second);
    EXPECT_LT(second, 6u);
    for (int i = 0; i < kMany; ++i) {
      ulna_mat44 m = rigid_matrix(r);
      singular::cancel_pair(m, pair, r);
      ASSERT_EQ(rule_on_local(m, false).report, Report::must) << "pair " << pair;
      ASSERT_TRUE(singular::needs_pair(m, pair)) << "pair " << pair;
      ASSERT_LE(share_of_terms(m), 0x1p-20f) << "all terms are enough";
    }
  }
}

TEST(SingularMatrices, RoundMoreThanTwice) {
  Random r(8, 3);
  for (int i = 0; i < kMany; ++i) {
    ulna_mat44 m = rigid_matrix(r);
    singular::round_most(m, r);
    ASSERT_GT(share_of_terms(m), 0x1p-23f);
  }
}

TEST(SingularMatrices, AreBlurredByTheirParents) {
  Random r(8, 4);
  int regular = 0;
  for (int i = 0; i < kMany; ++i) {
    const ulna_mat44 parent = rigid_matrix(r);
    ulna_mat44 m = rigid_matrix(r);
    singular::blur_below(parent, m, r);
    ASSERT_EQ(rule_on_local(m, false).report, Report::must) << "matrix " << i;
    const auto product =
        reference::multiply(reference::affine<float>(m), reference::affine<float>(parent));
    ulna_mat44 combined{};
    for (size_t e = 0; e < 9; ++e) combined.m[4 * (e / 3) + e % 3] = product[e];
    regular += share_of_terms(combined) > 0x1p-20f;
  }
  EXPECT_GT(regular, kMany * 3 / 4);
}

TEST(RegularMatrices, AreNearlySingularAndMustNotBeReported) {
  Random r(8, 5);
  int near_by_determinant = 0;
  for (int i = 0; i < kMany; ++i) {
    ulna_mat44 m = rigid_matrix(r);
    singular::barely_independent(m, r);
    ASSERT_TRUE(bones::far_from_singular(m)) << "matrix " << i;
    near_by_determinant += share_of_terms(m) < 0x1p-11f;
    singular::small_integers(m, r);
    ASSERT_TRUE(bones::far_from_singular(m)) << "matrix " << i;
  }
  EXPECT_GT(near_by_determinant, kMany / 20);
}

/// The first bone that must be reported, or the number of bones.
size_t first_bad(const Case& c) {
  const auto locals = c.arrays[kLocals].as<ulna_mat44>();
  size_t i = 0;
  while (i < locals.size() && rule_on_local(locals[i], c.flush).report != Report::must) ++i;
  return i;
}

TEST(GeneratedBones, AreDecidedByEachPairOfProducts) {
  // How many cases a pair decides: of a bone alone, at the beginning, at the end, and between.
  std::array<std::array<int, 4>, singular::kPairs> decided{};
  const Operation& op = bone_offset_matrices();
  for (uint64_t i = 0; i < op.num_edge_cases; ++i) {
    const Case c = op.generate(1, i);
    const size_t count = op.size(c);
    constexpr size_t kSmall = 100;
    const size_t bone = first_bad(c);
    if (count > kSmall || bone == count) continue;
    const ulna_mat44& m = c.arrays[kLocals].as<ulna_mat44>()[bone];
    if (!std::isfinite(share_of_terms(m)) || !reference::is_singular(m)) continue;
    const size_t place = count == 1 ? 0 : bone == 0 ? 1 : bone == count - 1 ? 2 : 3;
    for (size_t pair = 0; pair < singular::kPairs; ++pair)
      decided[pair][place] += singular::needs_pair(m, pair);
  }
  for (size_t pair = 0; pair < singular::kPairs; ++pair)
    for (size_t place = 0; place < 4; ++place)
      EXPECT_GT(decided[pair][place], 0) << "pair " << pair << ", place " << place;
}

} // namespace
} // namespace ulna
