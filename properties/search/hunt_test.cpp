// The hunter: what it scatters are cases, what it finds is more than chance finds, and what it
// calls is judged. Searches of a stated number of rounds are the same everywhere, so `sse` is
// hunted: it uses neither libm nor approximation instructions.
#include "cases/make_case.h"
#include "cases/objective.h"
#include "operations/blending/arcs.h"
#include "operations/blending/blending.h"
#include "operations/list.h"
#include "properties/support.h"
#include "search/hunt.h"

#include <gtest/gtest.h>

#include <cmath>
#include <csignal>
#include <limits>
#include <ostream>

namespace ulna {
namespace {

struct Hunted {
  OperationReport report;
  double largest = 0;
};

Hunted hunted(const std::string& library, const Operation& op, uint64_t rounds,
              bool uniform = false) {
  const Installation installation = test_installation();
  Judge judge(library, installation, 1);
  Hunted out;
  out.report.operation = &op;
  HuntOptions options;
  options.seconds = 1e9;
  options.rounds = rounds;
  options.uniform = uniform;
  hunt(judge, options, out.report);
  out.largest = out.report.tally.largest[hunted_quantity(op)].fraction;
  return out;
}

std::string builtin(const char* name) {
  return test_installation().ports_dir + "/" + name + ".so";
}

std::string planted(const char* name) {
  return std::string(ULNA_PLANTED_DIR) + "/" + name + ".so";
}

// --- What is searched -------------------------------------------------------------------------

class Objectives : public testing::TestWithParam<const char*> {
protected:
  const Operation& op() const { return operation_named(GetParam()); }
};

TEST_P(Objectives, ScattersValidCases) {
  const Objective& objective = objective_of(op());
  Random random(1, 1);
  for (size_t kind = 0; kind < objective.kinds; ++kind)
    for (int i = 0; i < 20; ++i) EXPECT_NO_THROW(validate(objective.scatter(op(), kind, random)));
}

TEST_P(Objectives, StepsToValidCases) {
  const Objective& objective = objective_of(op());
  Random random(1, 2);
  for (size_t kind = 0; kind < objective.kinds; ++kind) {
    Case c = objective.scatter(op(), kind, random);
    while (op().size(c) == 0) c = objective.scatter(op(), kind, random);
    const size_t place = op().place_of(c, 0);
    c = op().keep(c, {&place, 1});
    for (int i = 0; i < 20; ++i) EXPECT_NO_THROW(validate(objective.vary(c, random)));
  }
}

INSTANTIATE_TEST_SUITE_P(All, Objectives,
                         testing::Values("transform_verts", "transform_verts_and_tangents",
                                         "slerp_joints", "lerp_joints", "bone_offset_matrices",
                                         "combine_bones", "update_skinned_mesh", "blend_vertices",
                                         "blend_vertices_indexed", "blend_vertex_buffer",
                                         "tween_verts", "derive_bitangents", "skin_sorted_verts",
                                         "transform_verts_and_tangents_lod", "skin_aos_verts",
                                         "skin_soa_verts", "skin_interleaved_verts",
                                         "skin_split_verts"),
                         [](const auto& test) { return std::string(test.param); });

TEST(Stepped, StaysFiniteAndOnItsSide) {
  Random random(1, 3);
  for (const float x : {0x1p-149f, 1.0f, std::numeric_limits<float>::max()}) {
    for (int i = 0; i < 1000; ++i) {
      EXPECT_GT(stepped(x, 20, random), 0);
      EXPECT_TRUE(std::isfinite(stepped(x, 20, random)));
      EXPECT_LT(stepped(-x, 20, random), 0);
    }
  }
}

TEST(Stepped, LeavesWhatIsNotFinite) {
  Random random(1, 4);
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(stepped(kInfinity, 20, random), kInfinity);
  EXPECT_TRUE(std::isnan(stepped(std::numeric_limits<float>::quiet_NaN(), 20, random)));
}

/// The furthest that dot products in floats, summed from x to w, lie above the cosines, in 2^-24:
/// norms and roundings together. Only of quaternions in the domain.
double furthest_above(const Case& c) {
  double furthest = 0;
  const auto joints = c.arrays[blending::kJoints].as<ulna_joint_quat>();
  const auto blend_joints = c.arrays[blending::kBlendJoints].as<ulna_joint_quat>();
  for (size_t i = 0; i < joints.size(); ++i) {
    const ulna_vec4 a = joints[i].q, b = blend_joints[i].q;
    const auto from = quaternions::quat(a), to = quaternions::quat(b);
    const double from2 = dot(from, from), to2 = dot(to, to);
    if (std::max(std::fabs(from2 - 1), std::fabs(to2 - 1)) > blending::kNormSlack) continue;
    const float sum = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    furthest = std::max(furthest, sum - dot(from, to) / std::sqrt(from2 * to2));
  }
  return furthest * 0x1p24;
}

constexpr double kThreeUlpsOfOne = 6; // 2^-24

TEST(BlendingObjective, ScattersCosinesOffByThreeUlps) {
  const Operation& op = slerp_joints();
  const Objective& objective = objective_of(op);
  Random random(1, 5);
  double furthest = 0;
  for (size_t i = 0; i < 100 * objective.kinds; ++i)
    furthest =
        std::max(furthest, furthest_above(objective.scatter(op, i % objective.kinds, random)));
  EXPECT_GE(furthest, kThreeUlpsOfOne);
}

/// From a pair near an axis that is not.
TEST(BlendingObjective, StepsToCosinesOffByThreeUlps) {
  const quaternions::Quat tilted{{1, 0x1p-9, 0x1.2p-12, 0x1.1p-12}};
  const ulna_vec4 q =
      quaternions::rounded(quaternions::scaled(tilted, 1 / std::sqrt(dot(tilted, tilted))));
  const quaternions::Pair pair{q, q};
  const Case c = quaternions::pairs_case(slerp_joints(), 0.5f, {&pair, 1});
  ASSERT_LT(furthest_above(c), kThreeUlpsOfOne / 2);
  Random random(1, 6);
  double furthest = 0;
  for (int i = 0; i < 1000; ++i)
    furthest = std::max(furthest, furthest_above(objective_of(slerp_joints()).vary(c, random)));
  EXPECT_GE(furthest, kThreeUlpsOfOne);
}

/// What is kept of a case may still have the joints that are not listed.
TEST(BlendingObjective, StepsFromTheJointThatIsListed) {
  const quaternions::Pair pairs[] = {{{1, 0, 0, 0}, {0, 1, 0, 0}}, {{0, 0, 1, 0}, {0, 0, 0, 1}}};
  const Case both = quaternions::pairs_case(slerp_joints(), 0.5f, pairs);
  const size_t second = 1;
  Random random(1, 7);
  const Case varied =
      objective_of(slerp_joints()).vary(slerp_joints().keep(both, {&second, 1}), random);
  EXPECT_EQ(varied.arrays[blending::kJoints].as<ulna_joint_quat>()[0].q.z, 1);
  EXPECT_EQ(varied.arrays[blending::kBlendJoints].as<ulna_joint_quat>()[0].q.w, 1);
}

// --- What is found ----------------------------------------------------------------------------

constexpr uint64_t kRounds = 150; // some 100,000 to 200,000 elements

struct Searched {
  const char* operation;
  const char* port; ///< one whose error is not all roundings, which random elements find as well
  uint64_t rounds;
};

void PrintTo(const Searched& searched, std::ostream* out) {
  *out << searched.port;
}

class SearchedOperation : public testing::TestWithParam<Searched> {};

TEST_P(SearchedOperation, FindsMoreThanTwiceAsManyRandomElements) {
  const auto& [operation, port, rounds] = GetParam();
  const Operation& op = operation_named(operation);
  const Hunted searched = hunted(builtin(port), op, rounds);
  const Hunted random = hunted(builtin(port), op, 10 * rounds, true);
  ASSERT_GE(random.report.tally.elements, 2 * searched.report.tally.elements);
  EXPECT_GT(searched.largest, random.largest);
}

INSTANTIATE_TEST_SUITE_P(All, SearchedOperation,
                         testing::Values(Searched{"transform_verts", "sse", 2 * kRounds},
                                         Searched{"transform_verts_and_tangents", "sse", kRounds},
                                         Searched{"bone_offset_matrices", "sse", kRounds},
                                         Searched{"skin_aos_verts", "sse", kRounds},
                                         Searched{"skin_soa_verts", "sse", kRounds},
                                         Searched{"slerp_joints", "published", 3 * kRounds}),
                         [](const auto& test) { return std::string(test.param.operation); });

/// With one influence, at least 1 / 1.5 of the bound: a tree of four terms rounds three times on
/// its longest path, of the four that the bound has.
TEST(Hunt, ComesNearToTheBoundOfSkinning) {
  EXPECT_GT(hunted(builtin("sse"), transform_verts(), kRounds).largest, 1 / 1.5);
}

TEST(Hunt, GivesTheSameForTheSameSeed) {
  const Hunted first = hunted(builtin("sse"), slerp_joints(), 20);
  const Hunted again = hunted(builtin("sse"), slerp_joints(), 20);
  EXPECT_EQ(first.largest, again.largest);
  EXPECT_EQ(first.report.tally.elements, again.report.tally.elements);
}

TEST(Hunt, ReportsWhatIsOutOfBoundWithItsCase) {
  const Hunted found = hunted(planted("bug_linear_nearer_one"), slerp_joints(), 20);
  ASSERT_EQ(found.report.findings.size(), 1U);
  EXPECT_EQ(found.report.findings[0].kind, FindingKind::out_of_bound);
  EXPECT_NO_THROW(validate(found.report.findings[0].witness));
  EXPECT_GT(found.largest, 1);
}

/// Every call of it dies.
class Dying : public Caller {
public:
  const PortInfo& port() const override { return info_; }
  void run(std::span<const Case* const> cases, const OnResult& on_result) override {
    CallResult result;
    result.end = CallResult::End::died;
    result.signal = SIGSEGV;
    for (size_t i = 0; i < cases.size(); ++i) on_result(i, result, {});
  }
  void run_together(const Case&, const Case&, const OnResult&) override {}
  void restart() override {}
  double worker_seconds() const override { return 0; }

private:
  PortInfo info_;
};

TEST(HuntEnds, AtACallThatDoesNotReturn) {
  Judge judge(std::make_unique<Dying>(), 1);
  OperationReport report;
  report.operation = &transform_verts();
  HuntOptions options;
  options.seconds = 1e9;
  int rounds = 0;
  options.on_progress = [&](double) { ++rounds; };
  hunt(judge, options, report);
  EXPECT_EQ(rounds, 1);
  ASSERT_EQ(report.findings.size(), 1U);
  EXPECT_EQ(report.findings[0].kind, FindingKind::crashed);
}

TEST(HuntEnds, WhenAsked) {
  Judge judge(builtin("sse"), test_installation(), 1);
  OperationReport report;
  report.operation = &slerp_joints();
  HuntOptions options;
  options.stopped = [] { return true; };
  hunt(judge, options, report);
  EXPECT_EQ(report.tally.cases, 0U);
}

TEST(HuntEnds, AtOnceForOperationsWithoutErrors) {
  EXPECT_EQ(hunted(builtin("scalar"), convert_to_blended_mesh(), 5).report.tally.cases, 0U);
}

} // namespace
} // namespace ulna
