// The page says what the report says, whatever strangers wrote into it. That it is well-formed, and
// what a browser makes of it, page_browser_test.py tests.

#include "report/page.h"

#include "base/files.h"
#include "cases/case_file.h"
#include "report/error_chart.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <unistd.h>

namespace ulna {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

RunReport refuted_report() {
  OperationReport operation;
  operation.operation = &operation_named("slerp_joints");
  operation.verdict = Verdict::refuted;
  operation.tally.words = operation.tally.elements = operation.tally.cases = 7;
  operation.tally.largest[0].fraction = 1.5;
  operation.tally.errors[0][kErrorParts] = 1;
  operation.largest_words[0] = {"joints[3].q.x", "0.25", "0.125"};
  operation.executed.instructions = 10;
  operation.executed.ran = 9;
  operation.executed.never_ran = {{0x1234, 1, "kernel (kernel.c:7)"}};
  Finding finding;
  finding.kind = FindingKind::out_of_bound;
  finding.detail = "joints[3].q.x: got 0.25";
  finding.path = "witnesses/w.case";
  finding.place = {"blend", "src/skin.cpp", 12, {"0x10  mov eax, [rdi]", "0x12  ret"}, 0};
  operation.findings.push_back(finding);
  RunReport report;
  report.budget = "quick";
  report.started = "2024-05-06T07:08:09Z";
  report.ports.resize(1);
  report.ports[0].name = "mine";
  report.ports[0].path = "mine.so";
  report.ports[0].operations.push_back(operation);
  return report;
}

TEST(Page, HasTheVerdictInWordsAndWhatItRestsOn) {
  const std::string page = report_page(refuted_report(), "./ulna", {"out", ""}, {"a remark"});
  for (const char* part :
       {"<h1 class=\"refuted\">Refuted: slerp_joints of mine</h1>", "<p>a remark</p>",
        "joints[3].q.x: got 0.25", "<h4>out_of_bound</h4>",
        "of <code>joints[3].q.x</code>: got 0.25", "9 of 10 instructions, 90.0 %",
        "0x1234  1 instructions  kernel (kernel.c:7)", "In <code>blend</code>, src/skin.cpp:12.",
        "-&gt; 0x10  mov eax, [rdi]\n   0x12  ret",
        "./ulna replay out/witnesses/w.case --port mine.so", "What is not checked"})
    EXPECT_THAT(page, HasSubstr(part));
  EXPECT_THAT(page, HasSubstr(operation_named("slerp_joints").contract.source));
}

TEST(Page, ShowsTextOfStrangersAndNeverInterpretsIt) {
  RunReport report = refuted_report();
  const std::string hostile = "</pre><script>alert(1)</script>\"'&\x01\xff";
  report.ports[0].name = report.ports[0].path = report.ports[0].sha256 = hostile;
  report.ports[0].cpu_features = report.ports[0].machine = report.ports[0].emulator = hostile;
  report.budget = report.profile = report.started = report.machine.cpu = hostile;
  report.models = {hostile};
  report.ports[0].not_offered = {hostile};
  OperationReport& operation = report.ports[0].operations[0];
  operation.findings[0].detail = operation.findings[0].path = hostile;
  operation.findings[0].place = {hostile, hostile, 1, {hostile}, 0};
  operation.executed.never_ran[0].place = operation.executed.why = hostile;
  operation.largest_words[0] = {hostile, hostile, hostile};
  const std::string page = report_page(report, hostile, {hostile, hostile}, {hostile});
  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(page, AllOf(Not(HasSubstr("\x01")), Not(HasSubstr("\xff"))));
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;"));
}

TEST(Page, HasTheWitnessOfTheReportOrOfItsFile) {
  RunReport report = refuted_report();
  const Operation& op = operation_named("slerp_joints");
  EXPECT_THAT(report_page(report), HasSubstr("The witness cannot be shown: "));

  Case& witness = report.ports[0].operations[0].findings[0].witness = op.generate(1, 0);
  EXPECT_THAT(report_page(report), HasSubstr("array joints "));

  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / fmt::format("ulna-page-{}", getpid());
  witness.note = "from the file";
  write_file_whole(folder / "witnesses/w.case", write_case(witness));
  witness = {};
  EXPECT_THAT(report_page(report, "ulna", {folder, ""}), HasSubstr("from the file"));
  std::filesystem::remove_all(folder);
}

TEST(Page, OfNothingJudgedIsNotGreen) {
  RunReport report;
  report.ports.resize(1);
  report.ports[0].name = "none";
  const std::string page = report_page(report);
  EXPECT_THAT(page, AllOf(HasSubstr("<h1 class=\"not-run\">"), HasSubstr("implements no operation"),
                          Not(HasSubstr("class=\"certified\""))));
}

TEST(ErrorChart, TellsItsNumbersToThoseWhoDoNotSeeIt) {
  Distribution errors{};
  errors[0] = 1'000'000;
  errors[1] = 20;
  errors[12] = 1;
  EXPECT_THAT(error_chart("q", errors),
              AllOf(HasSubstr("errors of q: 1,000,021 words, of which 1,000,020 are below a tenth "
                              "of the bound, the others within it below 0.65 of it, and 0 are "
                              "beyond it"),
                    Not(HasSubstr("bar beyond"))));
  errors[kErrorParts] = 1;
  EXPECT_THAT(error_chart("q", errors),
              AllOf(HasSubstr("and 1 are beyond it"), HasSubstr("bar beyond")));
}

} // namespace
} // namespace ulna
