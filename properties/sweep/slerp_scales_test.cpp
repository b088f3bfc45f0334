// The sweep of a port's scales: it finds what is wrong, where it is, never says that less is
// possible than can be found, and knows the ports that it cannot say anything about.
#include "base/error.h"
#include "operations/blending/blending.h"
#include "properties/lacking.h"
#include "properties/ports.h"
#include "properties/support.h"
#include "sweep/slerp_bound.h"
#include "sweep/slerp_report.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace ulna::sweep {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
using Verdict = SlerpScales::Verdict;

/// A sweep of a small range, for little time.
SlerpPlan small_plan(const std::string& port, float from, float to) {
  SlerpPlan plan;
  plan.port = port;
  plan.ts = {0.25f};
  plan.from = from;
  plan.to = to;
  plan.sampled_below = 500;

  plan.sampled_ts = 5;
  plan.sampled_ts_cosines = 500;
  plan.pairs = 20'000;
  plan.threads = 2;
  return plan;
}

SlerpPlan builtin(const std::string& name, float from, float to) {
  return small_plan(test_installation().ports_dir + "/" + name + ".so", from, to);
}

SlerpPlan near_planted_cosine(const std::string& name) {
  return small_plan(std::string(ULNA_SWEEP_PORTS_DIR) + "/" + name + ".so", 0.2999f, 0.3001f);
}

SlerpScales swept(const SlerpPlan& plan) {
  return sweep_slerp_scales(plan, test_installation());
}

std::string verdict_in_json(const SlerpScales& s) {
  return nlohmann::json::parse(slerp_json(s, Machine{}))["verdict"];
}

TEST(SlerpScales, AnErrorAtOneCosineIsFoundThere) {
  const SlerpScales s = swept(near_planted_cosine("slerp_wrong_at_one_cosine"));
  ASSERT_EQ(s.verdict, Verdict::swept);
  const SweptLerp& lerp = s.lerps.front();
  EXPECT_EQ(lerp.from.cosine, 0.3f);
  EXPECT_NEAR(lerp.from.error, 1e-3, 1e-6);
  EXPECT_LT(lerp.to.error, 1e-7) << "only q0's scale is wrong";
  EXPECT_EQ(lerp.worst_cosine, 0.3f);
  EXPECT_GE(lerp.possible, 1e-3);
  EXPECT_GT(lerp.found.error, 9e-4) << "unit quaternions with that cosine exist";
  EXPECT_LE(lerp.found.error, lerp.possible);
  EXPECT_EQ(exit_code(s), 1);
  EXPECT_THAT(slerp_text(s), HasSubstr("refuted"));
}

TEST(SlerpScales, AnErrorAtOneNegativeCosineIsFoundThere) {
  const SlerpScales s = swept(near_planted_cosine("slerp_wrong_at_one_negative_cosine"));
  ASSERT_EQ(s.verdict, Verdict::swept);
  EXPECT_EQ(s.lerps.front().to.cosine, -0.3f);
  EXPECT_NEAR(s.lerps.front().to.error, 1e-3, 1e-6);
  EXPECT_EQ(s.lerps.front().worst_cosine, -0.3f);
  EXPECT_GT(s.found().error, 9e-4);
  EXPECT_EQ(exit_code(s), 1);
}

TEST(SlerpScales, AnErrorAboveOneIsFoundThere) {
  SlerpPlan plan = near_planted_cosine("slerp_wrong_above_one");
  plan.from = 0.99999f;
  plan.to = kLargestCosine;
  const SlerpScales s = swept(plan);
  EXPECT_GT(s.found().error, 1.7e-6) << "where rounding takes the dot product of two units";
  EXPECT_EQ(exit_code(s), 1);
}

TEST(SlerpScales, WhatIsWrongForUnitQuaternionsIsRefutedWithoutASweep) {
  const SlerpScales s = swept(near_planted_cosine("slerp_wrong_for_all_units"));
  EXPECT_EQ(s.verdict, Verdict::needs_unit_quaternions);
  EXPECT_GT(s.found().error, 1.5e-6);
  EXPECT_EQ(exit_code(s), 1);
  EXPECT_THAT(slerp_text(s), HasSubstr("refuted: an error of "));
  EXPECT_THAT(slerp_text(s), HasSubstr("Its scales were not swept."));
  EXPECT_EQ(verdict_in_json(s), "refuted");
}

TEST(SlerpScales, WhatIsPossibleAndWasNotFoundIsUndecidedAndNotGreen) {
  SlerpScales s;
  s.lerps.resize(1);
  s.lerps[0].possible = 1e-6;
  s.lerps[0].found.error = 1e-7;
  EXPECT_EQ(exit_code(s), 3);
  EXPECT_THAT(slerp_text(s), HasSubstr("undecided: none found beyond the bound, but possible"));
  EXPECT_EQ(verdict_in_json(s), "undecided");
}

TEST(SlerpScales, MoreFoundThanPossibleIsNotGreenWithinTheBoundEither) {
  SlerpScales s;
  s.verdict = Verdict::contradicted;
  s.lerps.resize(2);
  s.lerps[0].possible = 4e-7; // of another t, for which it is no contradiction
  s.lerps[1].possible = 1e-7;
  s.lerps[1].found.error = 2e-7;
  EXPECT_EQ(exit_code(s), 3);
  EXPECT_THAT(slerp_text(s), HasSubstr("an error of 2e-07 was found"));
  EXPECT_THAT(slerp_text(s), HasSubstr("make\npossible there (1e-07)"));
  EXPECT_EQ(verdict_in_json(s), "contradicted");
}

TEST(SlerpScales, APortThatNormalisesIsRecognised) {
  const SlerpScales s = swept(near_planted_cosine("slerp_normalises"));
  EXPECT_EQ(s.verdict, Verdict::needs_unit_quaternions);
  EXPECT_TRUE(s.lerps.empty());
  EXPECT_EQ(exit_code(s), 3);
  EXPECT_THAT(slerp_text(s), HasSubstr("not swept: needs unit quaternions"));
  EXPECT_EQ(verdict_in_json(s), "needs unit quaternions");
}

TEST(SlerpScales, ScalesThatDependOnTheComponentAreCounted) {
  const SlerpScales s = swept(near_planted_cosine("slerp_other_x"));
  EXPECT_EQ(s.verdict, Verdict::needs_unit_quaternions);
  EXPECT_EQ(s.likeness.inconsistent, 1U) << "one of the cosines that were swept";
  EXPECT_EQ(exit_code(s), 3);
  EXPECT_THAT(slerp_text(s),
              StartsWith("slerp_joints of slerp_other_x: not swept: needs unit quaternions\n"
                         "For q0 = (1, 0, 1, 0) and q1 = (c, 1, 0, 0) the result's x and w do "
                         "not follow from y and z, 1 times.\n"));
  const auto json = nlohmann::json::parse(slerp_json(s, Machine{}));
  EXPECT_EQ(json["unit_quaternions"]["inconsistent"], 1);
}

TEST(SlerpScales, AnErrorAtOtherTsIsFoundInTheSample) {
  SlerpPlan plan = near_planted_cosine("slerp_wrong_near_t_one");
  plan.sampled_ts = 60;
  const SlerpScales s = swept(plan);
  ASSERT_EQ(s.verdict, Verdict::swept);
  EXPECT_EQ(s.sampled_ts, 60U);
  EXPECT_GT(s.sampled_worst_t, 1 - 0x1p-10f);
  EXPECT_GE(s.sampled_possible, 1e-3);
  ASSERT_EQ(s.lerps.size(), 2U);
  EXPECT_LT(s.lerps[0].possible, 1e-6) << "t = 0.25";
  EXPECT_TRUE(s.lerps[1].from_sample);
  EXPECT_EQ(s.lerps[1].t, s.sampled_worst_t);
  EXPECT_GT(s.lerps[1].found.error, 9e-4);
  EXPECT_EQ(exit_code(s), 1);
}

TEST(SlerpScales, APortThatNormalisesNearOneOnlyIsRecognised) {
  const SlerpScales s = swept(
      small_plan(std::string(ULNA_PLANTED_DIR) + "/bug_normalised_near_one.so", 0.2999f, 0.3001f));
  EXPECT_EQ(s.verdict, Verdict::needs_unit_quaternions);
}

TEST(SlerpScales, MoreFoundThanPossibleIsSaid) {
  SlerpPlan plan = near_planted_cosine("slerp_wrong_for_unit");
  plan.from = 0.05f;
  plan.to = 0.0501f;
  const SlerpScales s = swept(plan);
  EXPECT_EQ(s.verdict, Verdict::contradicted);
  EXPECT_EQ(exit_code(s), 1) << "the error that was found is beyond the bound";
  EXPECT_THAT(slerp_text(s), HasSubstr("more than its scales make"));
  EXPECT_THAT(slerp_text(s), HasSubstr("refuted: an error of "));
  EXPECT_EQ(verdict_in_json(s), "refuted");
}

TEST(SlerpScales, APortThatDiesIsSaidToDie) {
  const SlerpScales s = swept(near_planted_cosine("slerp_dies_at_one_cosine"));
  EXPECT_EQ(s.verdict, Verdict::failed);
  EXPECT_THAT(s.failure, HasSubstr("SIGILL"));
  EXPECT_EQ(exit_code(s), 1);
  EXPECT_THAT(slerp_text(s), HasSubstr("refuted: crashed: "));
  EXPECT_EQ(verdict_in_json(s), "failed");
  EXPECT_EQ(nlohmann::json::parse(slerp_json(s, Machine{}))["reason"], s.failure);
}

TEST(SlerpScales, APortWithoutASlerpIsNotRun) {
  const SlerpScales s =
      swept(small_plan(std::string(ULNA_PLANTED_DIR) + "/right_mesh_plain.so", 0.5f, 0.5f));
  EXPECT_EQ(s.verdict, Verdict::not_run);
  EXPECT_EQ(exit_code(s), 3);
  EXPECT_EQ(slerp_text(s),
            "slerp_joints of right_mesh_plain: not run, the port does not implement it\n");
  EXPECT_EQ(verdict_in_json(s), "not run");
}

TEST(SlerpScales, ANaNIsAnInfiniteError) {
  const SlerpScales s = swept(near_planted_cosine("slerp_no_number"));
  ASSERT_EQ(s.verdict, Verdict::swept);
  EXPECT_EQ(s.lerps.front().to.error, INFINITY);
  EXPECT_EQ(s.lerps.front().to.cosine, 0.3f);
  EXPECT_EQ(s.possible(), INFINITY);
  EXPECT_EQ(s.found().error, INFINITY) << "unit quaternions with that cosine exist";
  EXPECT_EQ(exit_code(s), 1);
  EXPECT_THAT(slerp_text(s), HasSubstr("refuted: a result that is no number was found"));
  EXPECT_EQ(verdict_in_json(s), "refuted");
  const auto json = nlohmann::json::parse(slerp_json(s, Machine{}));
  EXPECT_TRUE(json["possible"].is_null());
}

TEST(SlerpScales, WhatAPortHasInDoubleIsCounted) {
  const SlerpScales s =
      swept(small_plan(std::string(ULNA_PLANTED_DIR) + "/right_half_angle.so", 0.2999f, 0.3001f));
  ASSERT_EQ(s.verdict, Verdict::swept);
  EXPECT_FALSE(s.likeness.exact());
  EXPECT_THAT(slerp_text(s), HasSubstr("more digits inside"));
  // The scales are rounded once, to half an ulp; half an ulp of each is added to what is possible.
  EXPECT_LE(s.lerps.front().from.error, kUnit / 2 + 1e-14);
  EXPECT_GT(s.possible(), (1.75 + 1) * kUnit);
}

TEST(SlerpScales, ThreadsChangeNothing) {
  SlerpPlan plan = builtin("sse", 0.25f, 0.26f);
  const SlerpScales two = swept(plan);
  plan.threads = 1;
  const SlerpScales one = swept(plan);
  ASSERT_EQ(one.lerps.size(), two.lerps.size());
  for (size_t i = 0; i < one.lerps.size(); ++i) {
    EXPECT_EQ(one.lerps[i].t, two.lerps[i].t);
    EXPECT_EQ(one.lerps[i].from.error, two.lerps[i].from.error);
    EXPECT_EQ(one.lerps[i].from.cosine, two.lerps[i].from.cosine);
    EXPECT_EQ(one.lerps[i].to.cosine, two.lerps[i].to.cosine);
    EXPECT_EQ(one.lerps[i].possible, two.lerps[i].possible);
    EXPECT_EQ(one.lerps[i].found.error, two.lerps[i].found.error);
  }
}

class BuiltIn : public testing::TestWithParam<const char*> {
protected:
  void SetUp() override { skip_if_lacking(GetParam()); }
};

TEST_P(BuiltIn, NoMoreIsFoundThanIsPossible) {
  for (const auto& [from, to] : {std::pair{0x1p-21f, 0x1.01p-21f},
                                 {0x1p-12f, 0x1.01p-12f},
                                 {0.5f, 0.505f},
                                 {1 - 0x1p-10f, kLargestCosine}}) {
    SlerpPlan plan = builtin(GetParam(), from, to);
    plan.ts = {0.1f, 0.5f, 0.73f};
    const SlerpScales s = swept(plan);
    ASSERT_EQ(s.verdict, Verdict::swept);
    EXPECT_TRUE(s.likeness.exact());
    for (const SweptLerp& lerp : s.lerps) {
      EXPECT_LE(lerp.found.error, lerp.possible) << GetParam() << ' ' << from << ' ' << lerp.t;
      // It is about these errors; at a t near 0 or 1 what is possible is hard to find.
      if (!lerp.from_sample) {
        EXPECT_GT(lerp.found.error, 0.2 * lerp.possible);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ports, BuiltIn, testing::ValuesIn(ports_with({"slerp_joints"})),
                         [](const auto& port) { return std::string(port.param); });

TEST(SlerpScales, OurOwnPortsKeepWhatIsProvedOfThem) {
  // What proofs/ says of them with their own order of summation; the scales' part of it, at t =
  // 1/2, cannot be more than that, whatever the cosine.
  for (const auto& [port, proved] : {std::pair{"sse", 0x1.67p-22},
                                     {"sse3", 0x1.67p-22},
                                     {"asm", 0x1.67p-22},
                                     {"avx2", 0x1.38p-22},
                                     {"avx512", 0x1.38p-22}}) {
    SlerpPlan plan = builtin(port, 0x1p-6f, 0x1.04p-6f);
    plan.ts = {0.5f, 0.43971f};
    const SlerpScales s = swept(plan);
    if (s.verdict != Verdict::not_run) { // which is said where the CPU lacks something
      EXPECT_LE(s.possible(), proved) << port;
    }
  }
}

TEST(SlerpScales, TheReportHoldsTheNumbers) {
  const SlerpScales s = swept(builtin("sse", 0.5f, 0.501f));
  const std::string text = slerp_text(s);
  EXPECT_THAT(text, HasSubstr("within the bound for the t and cosines that were swept"));
  EXPECT_THAT(text, HasSubstr("Assumed that none is worse"));
  EXPECT_THAT(text, HasSubstr(fmt::format("at most {:.4g}", s.possible())));
  EXPECT_EQ(exit_code(s), 0);
  const auto json = nlohmann::json::parse(slerp_json(s, Machine{}));
  EXPECT_EQ(json["verdict"], "within the bound");
  EXPECT_EQ(json["possible"], s.possible());
  EXPECT_EQ(json["found"], s.found().error);
  EXPECT_EQ(json["t"].size(), 2U);
  EXPECT_EQ(json["t"][0]["cells"].size(), kCosineCells);
  EXPECT_EQ(json["cosines"]["count"], s.cosines);
}

TEST(SlerpScales, APlanThatMakesNoSenseIsRefused) {
  const auto complaint = [](const SlerpPlan& plan) -> std::string {
    try {
      swept(plan);
    } catch (const BadInput& e) {
      return e.what();
    }
    return "none";
  };
  SlerpPlan plan = builtin("sse", 0.5f, 0.5f);
  for (const float t : {0.0f, 1.0f, -0.5f, NAN}) {
    plan.ts = {t};
    EXPECT_THAT(complaint(plan), HasSubstr("is not between 0 and 1"));
  }
  plan.ts = {};
  EXPECT_THAT(complaint(plan), HasSubstr("name at least one t"));
  EXPECT_THAT(complaint(builtin("sse", 0.5f, 1.1f)), HasSubstr("must be in order"));
}

} // namespace
} // namespace ulna::sweep
