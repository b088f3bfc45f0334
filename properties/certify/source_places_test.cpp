// What a report says beside a finding: where in the port's source it is, and what would mend it.
#include "base/files.h"
#include "certify/certify.h"
#include "operations/list.h"
#include "properties/quick_plan.h"
#include "properties/support.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <unistd.h>

namespace ulna {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

std::string library(const char* name) {
  return fmt::format("{}/{}.so", ULNA_PLACED_PORTS, name);
}

/// The line of a port's source that has the mark.
uint64_t marked(const char* name, std::string_view mark) {
  const std::string text = read_file(fmt::format("{}/{}.c", ULNA_PLACED_SOURCES, name));
  return uint64_t(std::count(text.begin(), text.begin() + ptrdiff_t(text.find(mark)), '\n')) + 1;
}

OperationReport refuted(const std::string& port, const char* operation) {
  Operation op = operation_named(operation);
  op.quick_elements = 2000;
  Plan plan = quick_plan(port, op);
  plan.suggests_profiles = true;
  Progress progress;
  OperationReport report =
      certify(plan, test_installation(), progress).ports.at(0).operations.at(0);
  EXPECT_EQ(report.verdict, Verdict::refuted) << report.reason;
  return report;
}

const SourcePlace& place_of(const OperationReport& report, FindingKind kind) {
  static const SourcePlace none;
  const auto found = std::ranges::find(report.findings, kind, &Finding::kind);
  return found != report.findings.end() && found->place ? *found->place : none;
}

TEST(SourcePlace, OfAFaultIsTheInstructionAndItsLine) {
  const OperationReport report = refuted(library("overrun"), "lerp_joints");
  const SourcePlace& place = place_of(report, FindingKind::read_outside);
  EXPECT_EQ(place.function, "kernel");
  EXPECT_THAT(place.file, EndsWith("/certify/ports/overrun.c"));
  EXPECT_EQ(place.line, marked("overrun", "at fault"));
  ASSERT_LT(place.at_fault, place.code.size());
  EXPECT_THAT(place.code[place.at_fault], HasSubstr("0x20]")) << "from[8]";
  EXPECT_FALSE(report.right_by_columns);
}

TEST(SourcePlace, OfAWrongValueIsTheFunctionThatTheAdapterCalls) {
  const OperationReport report = refuted(library("adapted"), "slerp_joints");
  const SourcePlace& place = place_of(report, FindingKind::out_of_bound);
  EXPECT_EQ(place.text(),
            fmt::format("long_way (adapted.c:{})", marked("adapted", "long_way(const")));
  EXPECT_TRUE(place.code.empty());
}

TEST(SourcePlace, OfAPortWithoutAnAdapterIsTheFunctionThatItOffers) {
  const OperationReport report =
      refuted(fmt::format("{}/bug_reorder_in_place.so", ULNA_PLANTED_DIR), "reorder_palette");
  ASSERT_FALSE(report.findings.empty());
  ASSERT_TRUE(report.findings[0].place);
  EXPECT_THAT(report.findings[0].place->file, EndsWith("/bugs/bug_reorder_in_place.cpp"));
}

TEST(Suggestion, SaysThatMatricesAreTheOtherWayRound) {
  const OperationReport report = refuted(library("by_columns"), "combine_bones");
  EXPECT_TRUE(report.right_by_columns);
  EXPECT_EQ(place_of(report, FindingKind::out_of_bound).function, "combine");
}

TEST(ALibraryThatChanges, IsNotJudged) {
  namespace fs = std::filesystem;
  const fs::path copy = fs::temp_directory_path() / fmt::format("ulna-{}-changes.so", getpid());
  fs::copy_file(library("by_columns"), copy, fs::copy_options::overwrite_existing);
  Operation op = operation_named("combine_bones");
  op.quick_elements = 2000;
  Plan plan = quick_plan(copy, op);
  // Asked for first, in the middle of the run, by every lane.
  static fs::path changed;
  changed = copy;
  op.computes = [](const Case& c) {
    fs::last_write_time(changed, fs::file_time_type::clock::now());
    return operation_named("combine_bones").computes(c);
  };
  Progress progress;
  const OperationReport report =
      certify(plan, test_installation(), progress).ports.at(0).operations.at(0);
  fs::remove(copy);
  EXPECT_EQ(report.verdict, Verdict::not_run);
  EXPECT_EQ(report.reason, "the library was changed while it was judged; certify it again");
  EXPECT_TRUE(report.findings.empty());
}

} // namespace
} // namespace ulna
