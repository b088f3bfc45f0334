// Whole runs, on operations with a small quick budget: what a budget of time adds, and what
// adversaries judge.
#include "approximations/adversary.h"
#include "base/error.h"
#include "certify/arguments.h"
#include "certify/certify.h"
#include "operations/list.h"
#include "properties/quick_plan.h"
#include "properties/support.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <mutex>
#include <set>
#include <utility>

namespace ulna {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

std::string approximating(const std::string& name) {
  return fmt::format("{}/{}.so", ULNA_APPROXIMATION_PORTS, name);
}

/// The operation with few elements for the quick budget.
Operation small(const Operation& op) {
  Operation out = op;
  out.quick_elements = 2000;
  return out;
}

OperationReport certified(const Plan& plan) {
  Progress progress;
  return certify(plan, test_installation(), progress).ports.at(0).operations.at(0);
}

std::string promising(const std::string& name) {
  return fmt::format("{}/{}.so", ULNA_PLANTED_DIR, name);
}

TEST(Profiles, AreThoseThatThePortDeclares) {
  const Operation op = small(lerp_joints());
  Plan plan = quick_plan(promising("profile_right_groups_of_four"), op);
  const OperationReport promised = certified(plan);
  EXPECT_EQ(promised.verdict, Verdict::certified);
  EXPECT_EQ(promised.profiles, Profiles(Profile::counts_multiple_of_4));
  plan.requires_full = true;
  const OperationReport required = certified(plan);
  EXPECT_EQ(required.verdict, Verdict::not_run);
  EXPECT_EQ(required.reason, "only certified under counts-multiple-of-4; --require full wants the "
                             "whole contract");
}

TEST(Profiles, OfTheRunReplaceThem) {
  const Operation op = small(lerp_joints());
  Plan plan = quick_plan(promising("profile_right_groups_of_four"), op);
  plan.profiles = Profiles();
  plan.only_asks = true;
  plan.suggests_profiles = true;
  const OperationReport whole = certified(plan);
  EXPECT_EQ(whole.verdict, Verdict::refuted);
  EXPECT_TRUE(whole.profiles.empty());
  EXPECT_EQ(names(whole.would_pass_under), "counts-multiple-of-4");
}

TEST(Profiles, AllowForWeightsThatAreDivided) {
  const Operation op = small(skin_aos_verts());
  const OperationReport report =
      certified(quick_plan(promising("profile_right_weights_divided"), op));
  EXPECT_EQ(report.verdict, Verdict::certified) << report.reason;
  EXPECT_GT(report.tally.largest[0].fraction, 0);
}

TEST(Budgets, AreQuickOrATime) {
  EXPECT_EQ(parse_budget("quick").seconds, 0);
  EXPECT_EQ(parse_budget("90s").seconds, 90);
  EXPECT_EQ(parse_budget("10m").seconds, 600);
  EXPECT_EQ(parse_budget("8h").seconds, 8 * 3600);
  EXPECT_EQ(parse_budget("8h").text, "8h");
}

/// The shortest of times is over when the quick budget is: one round of the hunter is left. Without
/// it, both runs would be the same.
TEST(Budgets, OfTimeAddTheHunter) {
  const Operation op = small(slerp_joints());
  Plan plan = quick_plan(test_installation().ports_dir + "/sse.so", op);
  const OperationReport quick = certified(plan);
  plan.budget.seconds = 1e-9;
  const OperationReport timed = certified(plan);
  EXPECT_GE(quick.tally.elements, 2000U);
  // What is drawn later differs once the hunter has drawn: more or fewer elements in all.
  EXPECT_NE(timed.tally.elements, quick.tally.elements);
  EXPECT_GE(timed.tally.largest[0].fraction, quick.tally.largest[0].fraction);
  EXPECT_TRUE(timed.findings.empty());
}

/// The seeds of the cases that the operation of a test made.
struct Seeds {
  std::mutex mutex;
  std::set<uint64_t> all;

  std::set<uint64_t> taken() {
    const std::lock_guard lock(mutex);
    return std::exchange(all, {});
  }
};
Seeds& seeds() {
  static Seeds instance;
  return instance;
}

TEST(Budgets, HaveJobsThatAreLeftJudgeWithTheNextSeeds) {
  Operation op = small(lerp_joints());
  op.generate = [](uint64_t seed, uint64_t i) {
    {
      const std::lock_guard lock(seeds().mutex);
      seeds().all.insert(seed);
    }
    return lerp_joints().generate(seed, i);
  };
  Plan plan = quick_plan(test_installation().ports_dir + "/sse.so", op);
  plan.seed = 5;
  plan.jobs = 3;
  const OperationReport quick = certified(plan);
  EXPECT_THAT(seeds().taken(), ElementsAre(5)) << "which is the same on every machine";
  plan.budget.seconds = 2;
  const OperationReport helped = certified(plan);
  EXPECT_THAT(seeds().taken(), ElementsAre(5, 6, 7));
  EXPECT_GE(helped.tally.elements, 3 * op.quick_elements) << "each judges what a quick run does";
  EXPECT_EQ(helped.verdict, quick.verdict);
  plan.jobs = 1;
  const OperationReport alone = certified(plan);
  EXPECT_THAT(seeds().taken(), ElementsAre(5));
}

/// Of the cases of one seed alone something else is owed than the port gives.
TEST(Budgets, HaveFindingsOfAnyJobInTheVerdict) {
  static Operation op = small(lerp_joints());
  op.generate = [](uint64_t seed, uint64_t i) {
    Case c = lerp_joints().generate(seed, i);
    c.operation = &op;
    return c;
  };
  op.evaluate = [](const Case& c) {
    const bool is_helpers = c.note.find("seed 6,") != std::string::npos;
    return (is_helpers ? slerp_joints() : lerp_joints()).evaluate(c);
  };
  Plan plan = quick_plan(test_installation().ports_dir + "/sse.so", op);
  plan.seed = 5;
  plan.shrink_seconds = 0.1;
  plan.budget.seconds = 2;
  plan.jobs = 1;
  EXPECT_EQ(certified(plan).verdict, Verdict::certified);
  plan.jobs = 2;
  const OperationReport helped = certified(plan);
  EXPECT_EQ(helped.verdict, Verdict::refuted);
  ASSERT_THAT(helped.findings, SizeIs(1));
  EXPECT_EQ(helped.findings[0].kind, FindingKind::out_of_bound);
}

/// A case of one element, with something to compute, as a model's.
/// The first edge case of a joint: a pose of human size.
Case some_case(const Operation& op) {
  for (uint64_t i = 0;; ++i) {
    Case c = op.generate(1, i);
    if (op.size(c) == 0 || !op.computes(c)) continue;
    const size_t first = 0;
    c = op.keep(c, {&first, 1});
    c.operation = &op;
    return c;
  }
}

TEST(Adversaries, JudgeTheCasesOfModels) {
  const Operation op = small(lerp_joints());
  Plan plan = quick_plan(approximating("bug_asserts_residue"), op);
  plan.models.emplace_back();
  plan.models[0].cases = {some_case(op), transform_verts().generate(1, 0)};
  plan.models_only = true;
  plan.adversarial = true;
  const OperationReport report = certified(plan);
  EXPECT_EQ(report.verdict, Verdict::refuted);
  ASSERT_EQ(report.findings.size(), 1U);
  EXPECT_EQ(report.findings[0].kind, FindingKind::crashed);
  EXPECT_GT(report.findings[0].adversary.value_or(0), 0U) << "exact values do not show the bug";
  EXPECT_EQ(report.adversaries, report.findings[0].adversary.value_or(0) + 1)
      << "after a call that does not return there are no more";
  // The one case of the operation, by itself and under each adversary that it came back from.
  EXPECT_EQ(report.tally.cases, 1 + report.adversaries);
}

/// Adversaries on one case and nothing else.
struct WithOneCase {
  WithOneCase(const Operation& op, Case c) {
    report.operation = &op;
    plan.installation = &installation;
    plan.cases = {std::move(c)};
    plan.generated = false;
    plan.machine = &machine;
  }

  const Installation installation = test_installation();
  MachineLock machine;
  OperationReport report;
  approximations::AdversaryPlan plan;
};

TEST(Adversaries, NobodyHasTriedFollowAndThenTheHunterWhileThereIsTime) {
  const Operation op = small(lerp_joints());
  const Case model = some_case(op);
  WithOneCase run(op, model);
  approximations::AdversaryPlan& plan = run.plan;
  OperationReport& report = run.report;
  plan.port = approximating("right_two_steps");
  plan.on_progress = [](double) {};
  // Whoever looks at this clock lets a tick go by. Half of the time is for other adversaries, nine
  // of them; then the hunter looks twice each time that he begins, and is stopped the fourth time.
  int ticks = 0;
  plan.clock = [&] { return ticks++ / 64.0; };
  plan.seconds = 19 / 64.0;
  plan.stop = [&] { return ticks > 18; };
  judge_adversaries(plan, report);
  EXPECT_EQ(report.adversaries, 2 * approximations::kRules + 9);
  EXPECT_EQ(ticks, 20) << "the fourth time, and a last look";
  EXPECT_NE(report.tally.largest[0].witness.real, model.real) << "the hunter has found worse";
  EXPECT_TRUE(report.tally.largest[0].adversary);
  EXPECT_EQ(report.reason, "interrupted before enough was judged");
  EXPECT_TRUE(report.findings.empty());
}

TEST(Adversaries, ThatBreakTheSameClauseAreOneFinding) {
  const Operation op = small(lerp_joints());
  WithOneCase run(op, some_case(op));
  approximations::AdversaryPlan& plan = run.plan;
  OperationReport& report = run.report;
  plan.port = approximating("bug_constant_at_load");
  int tried = 0;
  plan.on_progress = [&](double) { ++tried; };
  plan.stop = [&] { return tried >= 12; }; // the first that give the largest values are among them
  judge_adversaries(plan, report);
  ASSERT_THAT(report.findings, SizeIs(1));
  EXPECT_EQ(report.findings[0].kind, FindingKind::out_of_bound);
  EXPECT_EQ(report.findings[0].adversary, 8U) << "the first of them";
}

TEST(Adversaries, JudgeUnderTheProfilesOfTheRun) {
  Case beyond = some_case(lerp_joints());
  beyond.real = 1.5f; // where joints are copied, and nothing has an error
  WithOneCase run(lerp_joints(), beyond);
  run.plan.profiles = Profile::t_in_0_1;
  run.plan.port = approximating("right_two_steps");
  int tried = 0;
  run.plan.on_progress = [&](double) { ++tried; };
  run.plan.stop = [&] { return tried >= 3; };
  judge_adversaries(run.plan, run.report);
  const Case& witness = run.report.tally.largest[0].witness;
  ASSERT_TRUE(witness.operation);
  EXPECT_EQ(witness.real, 0.5f);
  EXPECT_TRUE(run.report.findings.empty());
}

/// What a port computes while it is loaded is chosen by the adversary as well.
TEST(Adversaries, ChooseWhileAPortIsLoaded) {
  const Case c = some_case(lerp_joints());
  const auto kinds = [&](const std::string& port, uint64_t adversary) {
    Judge judge(approximating(port), test_installation(), 1, adversary);
    Tally tally;
    std::vector<FindingKind> out;
    for (const Finding& f : judge.replay(c, tally).findings) out.push_back(f.kind);
    return out;
  };
  const uint64_t largest = 9, smallest = 18;
  for (const uint64_t adversary : {largest, smallest}) {
    EXPECT_THAT(kinds("bug_constant_at_load", adversary), ElementsAre(FindingKind::out_of_bound));
    EXPECT_THAT(kinds("right_constant_at_load", adversary), IsEmpty());
  }
  EXPECT_THAT(kinds("bug_constant_at_load", 0), IsEmpty());
}

TEST(Adversaries, MayStopAPortFromLoading) {
  const Operation op = small(lerp_joints());
  Plan plan = quick_plan(approximating("bug_asserts_at_load"), op);
  plan.models.emplace_back();
  plan.models[0].cases = {some_case(op)};
  plan.models_only = true;
  plan.adversarial = true;
  const OperationReport report = certified(plan);
  EXPECT_EQ(report.verdict, Verdict::refuted);
  ASSERT_EQ(report.findings.size(), 1U);
  EXPECT_EQ(report.findings[0].kind, FindingKind::crashed);
  EXPECT_THAT(report.findings[0].detail, HasSubstr("loading it ended the process"));
  // Those of rcp are adversary / 8: the first eight give the exact value.
  EXPECT_EQ(report.findings[0].adversary, 8U);
  EXPECT_EQ(report.adversaries, 9U);
}

TEST(Adversaries, AreRefusedWhereNobodyKnowsWhatRuns) {
  Plan plan = quick_plan(approximating("asks_processor"), lerp_joints());
  plan.adversarial = true;
  try {
    certified(plan);
    FAIL() << "nothing was thrown";
  } catch (const BadInput& e) {
    EXPECT_THAT(e.what(),
                AllOf(StartsWith(plan.ports[0] + ": it cannot be judged for all processors: it "
                                                 "asks what the processor is (getauxval); "),
                      HasSubstr("leave --approximations out")));
  }
}

} // namespace
} // namespace ulna
