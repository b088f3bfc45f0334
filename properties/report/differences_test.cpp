// What changed between two certificates, and what of it is worse.

#include "report/differences.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ulna {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

RunReport report_of(Verdict verdict) {
  OperationReport operation;
  operation.operation = &operation_named("slerp_joints");
  operation.verdict = verdict;
  operation.tally.words = 7;
  operation.tally.largest[0] = {{0.5, 1e-7, 2e-7}, {}, {}, "", {}, 0, {0.5, 1e-7, 2e-7}};
  operation.executed.instructions = operation.executed.ran = 100;
  if (verdict == Verdict::refuted) {
    operation.findings.resize(1);
    operation.findings[0].detail = "joints[3].q.x: got 0.25";
  }
  RunReport report;
  report.budget = "quick";
  report.ports.resize(1);
  report.ports[0].name = "mine";
  report.ports[0].sha256 = std::string(64, 'a');
  report.ports[0].operations.push_back(operation);
  return report;
}

OperationReport& operation_of(RunReport& report) {
  return report.ports[0].operations[0];
}

/// The only change, as a line.
std::string only_line(const RunReport& before, const RunReport& after) {
  const std::vector<Difference> all = differences_between(before, after);
  EXPECT_THAT(all, SizeIs(1));
  const std::string text = differences_text(all);
  return text.substr(0, text.find('\n'));
}

TEST(Differences, AreNoneBetweenAReportAndItself) {
  for (const Verdict verdict : {Verdict::certified, Verdict::refuted, Verdict::not_run}) {
    const RunReport report = report_of(verdict);
    EXPECT_THAT(differences_between(report, report), IsEmpty());
  }
  EXPECT_EQ(differences_text({}), "nothing changed\n");
}

TEST(Differences, ToARefutationAreWorseAndBackAreNot) {
  const RunReport good = report_of(Verdict::certified), bad = report_of(Verdict::refuted);
  const std::string text = differences_text(differences_between(good, bad));
  EXPECT_THAT(text, HasSubstr("mine slerp_joints: verdict: certified -> refuted (worse)\n"));
  EXPECT_THAT(text, HasSubstr("out_of_bound: none -> joints[3].q.x: got 0.25\n"));
  EXPECT_THAT(text, HasSubstr("2 differences, 1 for the worse"));
  EXPECT_THAT(differences_text(differences_between(bad, good)), HasSubstr("0 for the worse"));
}

TEST(Differences, OfWhatIsNotJudgedAnyMoreAreWorseWhereItWasCertified) {
  const RunReport good = report_of(Verdict::certified), bad = report_of(Verdict::refuted);
  RunReport none = good;
  none.ports[0].operations.clear();
  EXPECT_EQ(only_line(good, none), "mine slerp_joints: verdict: certified -> not judged (worse)");
  EXPECT_EQ(only_line(bad, none), "mine slerp_joints: verdict: refuted -> not judged");
  EXPECT_EQ(only_line(none, bad), "mine slerp_joints: verdict: not judged -> refuted");
  RunReport other = good;
  other.ports[0].name = "yours";
  EXPECT_THAT(differences_text(differences_between(good, other)),
              AllOf(HasSubstr("mine slerp_joints: verdict: certified -> not judged (worse)"),
                    HasSubstr("yours slerp_joints: verdict: not judged -> certified\n")));
}

TEST(Differences, ToMoreProfilesAreWorse) {
  const RunReport full = report_of(Verdict::certified);
  RunReport one = full, two = full;
  operation_of(one).profiles = Profiles(Profile::aligned_64);
  operation_of(two).profiles = Profile::aligned_64 | Profile::t_in_0_1;
  EXPECT_THAT(only_line(full, one), HasSubstr("-> certified under aligned-64 (worse)"));
  EXPECT_THAT(only_line(one, two), HasSubstr("(worse)"));
  EXPECT_THAT(only_line(two, one), Not(HasSubstr("(worse)")));
  EXPECT_THAT(only_line(one, full), Not(HasSubstr("(worse)")));
}

TEST(Differences, OfErrorsCodeAndCircumstancesAreToldAndNoWorse) {
  const RunReport before = report_of(Verdict::certified);
  RunReport after = before;
  operation_of(after).tally.largest[0].fraction = 0.75;
  EXPECT_THAT(
      only_line(before, after),
      HasSubstr("largest error of q: 0.5 of the bound, 1e-07 absolute -> 0.75 of the bound"));
  operation_of(after).tally.largest[0].fraction = 0.5001;
  EXPECT_THAT(differences_between(before, after), IsEmpty());
  operation_of(after).executed.ran = 99;
  EXPECT_EQ(only_line(before, after), "mine slerp_joints: ran: 100.0 % -> 99.0 %");
  after = before;
  after.seed = 7;
  EXPECT_EQ(only_line(before, after), "seed: 0 -> 7");
  after = before;
  after.ports[0].sha256 = std::string(64, 'b');
  EXPECT_EQ(only_line(before, after), "mine: library: aaaaaaaaaaaa -> bbbbbbbbbbbb");
}

TEST(Differences, OfARunThatIsRepeatedAreAllOfThem) {
  const RunReport before = report_of(Verdict::certified);
  RunReport after = before;
  operation_of(after).tally.largest[0].fraction = 0.5000001;
  operation_of(after).tally.cases = 3;
  EXPECT_THAT(differences_between(before, after), IsEmpty());
  const std::string text = differences_text(differences_between(before, after, Alike::exactly));
  EXPECT_THAT(text, AllOf(HasSubstr("mine slerp_joints: largest error of q: "),
                          HasSubstr("mine slerp_joints: cases: 0 -> 3\n")));
}

TEST(Differences, OfPortsThatAreCalledTheSameAreMatchedInOrder) {
  RunReport before = report_of(Verdict::certified);
  before.ports.push_back(report_of(Verdict::refuted).ports[0]);
  EXPECT_THAT(differences_between(before, before), IsEmpty());
}

TEST(Differences, ShowNoControlCharactersOfStrangers) {
  RunReport before = report_of(Verdict::certified);
  before.ports[0].name = "\x1b[31mmine";
  RunReport after = before;
  after.ports[0].cpu_features = "avx2\nall is well";
  EXPECT_EQ(only_line(before, after), "?[31mmine: cpu_features: none -> avx2?all is well");
}

} // namespace
} // namespace ulna
