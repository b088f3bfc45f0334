// The numbers that stand in a port's code, and the cases that hold them.
#include "cases/make_case.h"
#include "cases/mend.h"
#include "certify/execution.h"
#include "certify/literal_cases.h"
#include "operations/list.h"
#include "operations/skinned_mesh/skinned_mesh.h"
#include "operations/skinning/skinning.h"
#include "properties/support.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ulna {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

code::Literals literals_in(const std::string& port, const Operation& op) {
  return Execution(std::string(ULNA_PLANTED_DIR) + "/" + port + ".so", test_installation(), op)
      .literals();
}

TEST(Literals, AreWhatTheCodeComparesWith) {
  EXPECT_THAT(literals_in("bug_literal_count", lerp_joints()).integers, Contains(31337));
  EXPECT_THAT(literals_in("bug_literal_joint", skin_split_verts()).integers, Contains(777));
}

TEST(Literals, OfARangeAreFoundWhereItIsOneComparison) {
  EXPECT_THAT(literals_in("bug_literal_range", tween_verts()).integers, Contains(43210));
}

TEST(Literals, AreFloatsOfEachSizeAndWidth) {
  EXPECT_THAT(literals_in("bug_literal_t", tween_verts()).floats,
              AllOf(Contains(0.7310586f), Contains(0.7310588f)));
  EXPECT_THAT(literals_in("bug_literal_cosine", slerp_joints()).floats, Contains(0.876543f))
      << "a double";
  EXPECT_THAT(literals_in("bug_literal_component", blend_vertices()).floats, Contains(123.456f))
      << "four in a vector";
}

TEST(Literals, KnowWhatTheCodeDividesBy) {
  EXPECT_THAT(literals_in("bug_literal_rest", tween_verts()).moduli, Contains(341)) << "a product";
  EXPECT_THAT(literals_in("bug_literal_rest_of_page", lerp_joints()).moduli, Contains(4096))
      << "a mask";
  EXPECT_THAT(literals_in("bug_literal_influences", transform_verts()).moduli, Contains(96 << 8))
      << "a reciprocal";
}

TEST(Literals, AreThereOnce) {
  const code::Literals literals = literals_in("bug_literal_cosine", slerp_joints());
  EXPECT_EQ(std::set(literals.floats.begin(), literals.floats.end()).size(),
            literals.floats.size());
  EXPECT_EQ(std::set(literals.integers.begin(), literals.integers.end()).size(),
            literals.integers.size());
}

TEST(Literals, BesideWhatNeverRanComeFirst) {
  const std::string port = std::string(ULNA_PLANTED_DIR) + "/bug_literal_count.so";
  Execution execution(port, test_installation(), lerp_joints());
  const std::vector<int32_t> before = execution.literals().integers;
  std::vector<Case> cases;
  for (uint64_t i = 0; i < lerp_joints().num_edge_cases; ++i)
    cases.push_back(lerp_joints().generate(1, i));
  execution.run(cases);
  const std::vector<int32_t> after = execution.literals().integers;
  EXPECT_THAT(after, testing::UnorderedElementsAreArray(before));
  EXPECT_LE(std::ranges::find(after, 31337) - after.begin(),
            std::ranges::find(before, 31337) - before.begin());
}

// --- Cases --------------------------------------------------------------------------------------

const code::Literals kSome{{2, 300, 4096, 65536, INT32_MAX}, {0.3f, -123.456f, 1e-20f, 1e20f}};

class LiteralCases : public testing::TestWithParam<const Operation*> {};

TEST_P(LiteralCases, AreValidAndHoldThem) {
  const Operation& op = *GetParam();
  Random random(3, 0);
  size_t floats = 0, tries = 0;
  for (uint64_t i = op.num_edge_cases; tries < 60; ++i) {
    const Case c = op.generate(1, i);
    if (op.size(c) == 0 || op.size(c) > 300) continue;
    ++tries;
    const Case with = with_literals(c, kSome, random);
    ASSERT_NO_THROW(validate(with)) << c.note;
    for (size_t a = 0; a < with.arrays.size(); ++a) {
      if (op.arrays[a].layout.find('f') == std::string_view::npos) continue;
      for (size_t w = 0; w < with.arrays[a].words(); ++w)
        floats += with.arrays[a].word(w) == std::bit_cast<uint32_t>(0.3f);
    }
  }
  if (op.quantities.empty()) return; // what it copies, it copies as bits
  EXPECT_GT(floats, 20u);
}

TEST_P(LiteralCases, AreNoneWithoutLiterals) {
  const Operation& op = *GetParam();
  Random random(3, 0);
  Case c = op.generate(1, op.num_edge_cases + 1);
  enter_domain(c);
  EXPECT_TRUE(same_input(with_literals(c, {}, random), c));
  EXPECT_THAT(at_literal_reals(c, {}, random), IsEmpty());
  EXPECT_THAT(at_literal_cosines(op, {}, random), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(All, LiteralCases, testing::ValuesIn(operations()),
                         [](const auto& test) { return std::string(test.param->name); });

TEST(LiteralCounts, AreTheIntegersAndWhatTheyAreInBytes) {
  // 24 bytes are a vertex: 0x30000 of them are 8,192 vertices.
  EXPECT_THAT(literal_counts({.integers = {0x30000, 50, 1'000'000}}, tween_verts(), 39, 300'000),
              ElementsAre(0x30000, 8192, 50, 41666));
}

TEST(LiteralRests, LieNextToMultiplesAndAsFarAsLiteralsSay) {
  const std::vector<size_t> counts = literal_rests({.integers = {200, 400}, .moduli = {341}});
  EXPECT_TRUE(std::ranges::is_sorted(counts, std::greater<>()));
  constexpr size_t kMultiple = 59 * 341; // the first beyond 20,000
  for (const size_t rest : {0, 1, 15, 200}) EXPECT_THAT(counts, Contains(kMultiple + rest));
  EXPECT_THAT(counts, Contains(kMultiple - 1));
  EXPECT_THAT(counts, testing::Not(Contains(kMultiple + 400))) << "no rest";
  EXPECT_EQ(std::ranges::count_if(counts, [](size_t n) { return n > 70'000 && n % 341 == 0; }), 2);
  EXPECT_THAT(literal_rests({.integers = {200}}), IsEmpty());
}

TEST(LiteralInfluences, AreHadByAVertexEach) {
  const code::Literals literals{.integers = {123}, .moduli = {96}};
  for (const Operation* op : {&transform_verts(), &transform_verts_and_tangents(),
                              &transform_verts_and_tangents_lod(), &update_skinned_mesh()}) {
    std::set<size_t> counts;
    for (const Case& c : at_literal_influences(*op, literals, 1)) {
      validate(c);
      const auto add_all = [&](const auto& first) {
        for (size_t v = 0; v + 1 < first.size(); ++v) counts.insert(first[v + 1] - first[v]);
      };
      if (op == &update_skinned_mesh())
        add_all(c.arrays[skinned_mesh::kFirstInfluence].as<uint32_t>());
      else
        add_all(skinning::first_influences(c));
    }
    for (const size_t count : {122, 123, 124, 96, 192, 48, 1056})
      EXPECT_THAT(counts, Contains(count)) << op->name;
  }
  EXPECT_THAT(at_literal_influences(slerp_joints(), literals, 1), IsEmpty());
}

TEST(LiteralReals, AreTheFloatsTheirNeighboursAndTheRestToOne) {
  std::vector<float> reals;
  Random random(3, 0);
  for (const Case& c : at_literal_reals(make_case(tween_verts()), {.floats = {0.25f}}, random))
    reals.push_back(c.real);
  const auto near = testing::AllOf(testing::Ge(0.125f), testing::Le(0.375f), testing::Ne(0.25f));
  EXPECT_THAT(reals, ElementsAre(0.25f, std::nextafter(0.25f, 1.0f), std::nextafter(0.25f, 0.0f),
                                 0.75f, near, near));
}

TEST(LiteralCosines, AreMetByPairsOfJoints) {
  Random random(3, 0);
  const std::vector<Case> cases =
      at_literal_cosines(slerp_joints(), {.floats = {0.8f, 7.0f}}, random);
  ASSERT_EQ(cases.size(), 1u) << "no cosine is 7";
  size_t near = 0;
  const auto from = cases[0].arrays[0].as<ulna_joint_quat>();
  const auto to = cases[0].arrays[1].as<ulna_joint_quat>();
  for (size_t j = 0; j < from.size(); ++j) {
    const auto& [a, b] = std::tie(from[j].q, to[j].q);
    const double cosine =
        double{a.x} * b.x + double{a.y} * b.y + double{a.z} * b.z + double{a.w} * b.w;
    near += std::fabs(cosine - 0.8) < 1e-6;
  }
  EXPECT_GE(near, 2u);
  EXPECT_NO_THROW(validate(cases[0]));
}

} // namespace
} // namespace ulna
