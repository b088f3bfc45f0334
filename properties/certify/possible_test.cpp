// What is possible is said of built-in ports alone, is never less than what was found, and nothing
// is said where nothing is known.
#include "base/error.h"
#include "certify/certify.h"
#include "certify/possible.h"
#include "operations/list.h"
#include "properties/quick_plan.h"
#include "properties/support.h"

#include <gmock/gmock.h>

namespace ulna {
namespace {

using testing::HasSubstr;

std::optional<Possible> of_builtin(const char* port, const Operation& op, size_t quantity = 0) {
  const Installation installation = test_installation();
  return possible_error(installation.ports_dir + "/" + port + ".so", installation, op, quantity);
}

TEST(PossibleError, OfSlerpIsWhatIsProved) {
  EXPECT_EQ(of_builtin("sse", slerp_joints())->fraction, 0x1.67p-22 / 0x1p-21);
  EXPECT_EQ(of_builtin("avx512", slerp_joints())->fraction, 0x1.38p-22 / 0x1p-21);
  EXPECT_EQ(of_builtin("scalar", slerp_joints())->fraction, 0x1.01p-22 / 0x1p-21);
}

TEST(PossibleError, OfLerpIsWhatIsProved) {
  EXPECT_EQ(of_builtin("asm", lerp_joints())->fraction, 0x1.6ep-22 / 0x1p-21);
  EXPECT_EQ(of_builtin("avx2", lerp_joints())->fraction, 0x1.58p-22 / 0x1p-21);
}

TEST(PossibleError, OfASumIsItsBound) {
  EXPECT_EQ(of_builtin("sse3", transform_verts())->fraction, 1);
  EXPECT_EQ(of_builtin("asm", slerp_joints(), 1)->fraction, 1); // the translations
}

TEST(PossibleError, IsNotKnownOfWhatIsPublished) {
  EXPECT_FALSE(of_builtin("published", slerp_joints()));
  EXPECT_FALSE(of_builtin("published", lerp_joints()));
}

TEST(PossibleError, IsNotKnownOfResultsThatAreNotNumbers) {
  EXPECT_FALSE(of_builtin("scalar", convert_to_blended_mesh()));
}

TEST(PossibleError, IsNotKnownOfAStrangerWithTheSameName) {
  EXPECT_FALSE(possible_error("./sse.so", test_installation(), slerp_joints(), 0));
  EXPECT_FALSE(possible_error("sse.so", test_installation(), transform_verts(), 0));
}

OperationReport found(double fraction, double possible) {
  OperationReport report;
  report.operation = &slerp_joints();
  report.tally.largest[0].fraction = fraction;
  report.possible[0] = {possible, "proved"};
  return report;
}

TEST(CheckPossible, StopsTheRunAtAnErrorThatIsNot) {
  EXPECT_NO_THROW(check_possible("sse", found(0.7, 0.7)));
  try {
    check_possible("sse", found(0.71, 0.7));
    FAIL() << "nothing was thrown";
  } catch (const InternalError& e) {
    EXPECT_THAT(e.what(), HasSubstr("0.71 of the bound was found in q, and 0.7 is proved"));
  }
}

TEST(Certify, SaysWhatIsPossibleBesideWhatWasFound) {
  const Plan plan = quick_plan(test_installation().ports_dir + "/sse.so", slerp_joints());
  Progress progress;
  const RunReport run = certify(plan, test_installation(), progress);
  const OperationReport& report = run.ports.at(0).operations.at(0);
  ASSERT_TRUE(report.possible[0]);
  // The target for slerp is a gap of at most 3.
  EXPECT_GE(report.possible[0]->fraction, report.tally.largest[0].fraction);
  EXPECT_LE(report.possible[0]->fraction, 3 * report.tally.largest[0].fraction);
}

} // namespace
} // namespace ulna
