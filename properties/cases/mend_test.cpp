// Any case becomes a valid one, and a valid one comes into the domain; what is there already stays.
#include "cases/case_file.h"
#include "cases/make_case.h"
#include "cases/mend.h"
#include "fuzz/mutate_moves.h"
#include "operations/uniform_verts/uniform_verts.h"
#include "properties/domain.h"
#include "properties/fewer.h"

#include <gtest/gtest.h>

namespace ulna {
namespace {

constexpr uint64_t kSeed = 44;
constexpr int kCases = 1500 / int{kFewer};

/// Anything may become of a case: lengths, numbers, bits, places.
Case spoiled(Case c, Random& r) {
  for (int32_t& x : c.integers)
    if (r.one_in(2)) x = r.one_in(2) ? r.between(-3, 70) : static_cast<int32_t>(r.next());
  c.same_array = r.one_in(4);
  for (size_t a = 0; a < c.arrays.size(); ++a) {
    c.places[a].shift = static_cast<uint8_t>(r.next());
    Array& array = c.arrays[a];
    if (r.one_in(3)) array.resize(r.one_in(3) ? 0 : r.below(2 * array.size() + 70));
    if (array.words() == 0 || r.one_in(2)) continue;
    for (size_t n = r.one_in(2) ? 1 : array.words(); n > 0; --n)
      array.set_word(r.below(array.words()),
                     static_cast<uint32_t>(r.one_in(2) ? r.below(20) : r.next()));
  }
  return c;
}

std::vector<size_t> sizes_of(const Case& c) {
  std::vector<size_t> sizes;
  for (const Array& array : c.arrays) sizes.push_back(array.size());
  return sizes;
}

class Mend : public testing::TestWithParam<const Operation*> {
protected:
  const Operation& op() const { return *GetParam(); }
  /// Faces without a vertex cannot be converted, whatever their numbers are.
  bool has_a_domain(const Case& c) const {
    if (!is_conversion(op())) return true;
    const reference::SkinnedMesh mesh = conversion::mesh_of(c);
    return mesh.num_vertices() > 0 || mesh.num_faces() == 0;
  }
};

TEST_P(Mend, ValidCasesKeepEveryBit) {
  constexpr uint64_t kRandomCases = 300 / kFewer;
  for (uint64_t i = 0; i < op().num_edge_cases + kRandomCases; ++i) {
    const Case c = op().generate(kSeed, i);
    Case mended = c;
    make_valid(mended);
    ASSERT_TRUE(same_input(mended, c)) << c.note;
  }
}

TEST_P(Mend, AnyCaseBecomesValid) {
  Random r(kSeed, 1);
  int invalid = 0;
  for (int i = 0; i < kCases; ++i) {
    const Case before = spoiled(mutation::small_case(op(), r), r);
    Case c = before;
    make_valid(c);
    ASSERT_EQ(complaint(c), "") << "case " << i;
    invalid += !same_input(c, before);
  }
  EXPECT_GT(invalid, kCases / 2);
}

TEST_P(Mend, AnyCaseComesIntoTheDomain) {
  Random r(kSeed, 2);
  int outside = 0;
  for (int i = 0; i < kCases; ++i) {
    Case c = mutation::small_case(op(), r);
    if (r.one_in(2)) c = spoiled(std::move(c), r);
    make_valid(c);
    outside += !is_judged(c);
    const std::vector<size_t> sizes = sizes_of(c);
    const bool expected = has_a_domain(c);
    Case inside = c;
    enter_domain(inside);
    ASSERT_EQ(complaint(inside), "") << write_case(c);
    ASSERT_EQ(is_judged(inside), expected) << write_case(c) << write_case(inside);
    if (is_conversion(op())) continue; // a conversion's table of bones goes with max_bones
    ASSERT_EQ(sizes_of(inside), sizes) << write_case(c);
  }
  if (has_outside(op())) {
    EXPECT_GT(outside, kCases / 20);
  }
}

TEST_P(Mend, WhatIsInTheDomainKeepsEveryBit) {
  Random r(kSeed, 3);
  int inside = 0;
  for (int i = 0; i < kCases; ++i) {
    const Case c = mutation::small_case(op(), r);
    if (!is_judged(c)) continue;
    ++inside;
    Case entered = c;
    enter_domain(entered);
    ASSERT_TRUE(same_input(entered, c)) << write_case(c) << write_case(entered);
  }
  EXPECT_GT(inside, kCases / 4);
}

/// A vertex is in the domain only as long as the matrix is tiny, and its neighbour only if it is
/// not.
TEST(MendUniform, NeighboursWithOneMatrixComeIntoTheDomain) {
  using namespace uniform_verts;
  Case c = make_case(skin_soa_verts());
  c.integers[kNumInfluences] = 1;
  c.arrays[kFirstStream].resize(2 * sizeof(float));
  ulna::make_valid(c);
  ulna_mat44 tiny{};
  for (size_t i = 0; i < 3; ++i) {
    tiny.m[5 * i] = 1e-30f;
    set_component(c, 0, i, 1e38f);
    set_component(c, 0, 3 + i, 1e25f);
    set_component(c, 1, i, 1);
    set_component(c, 1, 3 + i, 1);
  }
  set_matrix(c, 0, tiny);
  for (float& w : c.arrays[size_t(joint_weights_of(c))].as<float>()) w = 1;
  ASSERT_EQ(complaint(c), "");
  ASSERT_FALSE(is_judged(c));
  ulna::enter_domain(c);
  EXPECT_TRUE(is_judged(c)) << write_case(c);
}

INSTANTIATE_TEST_SUITE_P(Operations, Mend,
                         testing::ValuesIn(operations().begin(), operations().end()),
                         [](const auto& p) { return std::string(p.param->name); });

} // namespace
} // namespace ulna
