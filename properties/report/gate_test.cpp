// What code scanners, signers and those who compare certificates are given. Of real ports:
// gate_reports_test.py.
#include "base/error.h"
#include "base/files.h"
#include "report/additions.h"
#include "report/attestation.h"
#include "report/differences_page.h"
#include "report/page.h"
#include "report/sarif.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <unistd.h>

namespace ulna {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kHash = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

OperationReport of(const char* operation, Verdict verdict) {
  OperationReport report;
  report.operation = &operation_named(operation);
  report.verdict = verdict;
  if (verdict == Verdict::not_run) {
    report.reason = "this CPU lacks avx2";
    return report;
  }
  report.tally.cases = report.tally.elements = report.tally.words = 7;
  report.tally.largest[0].fraction = verdict == Verdict::refuted ? 1.5 : 0.5;
  report.executed.instructions = 10;
  report.executed.ran = 9;
  return report;
}

OperationReport refuted() {
  OperationReport report = of("slerp_joints", Verdict::refuted);
  Finding finding;
  finding.kind = FindingKind::read_outside;
  finding.detail = "read just behind the end of joints";
  finding.path = "witnesses/w.case";
  finding.place = {"blend", "/src/a b/skin.cpp", 12, {"0x10  mov eax, [rdi]"}, 0};
  report.findings.push_back(finding);
  finding.kind = FindingKind::out_of_bound;
  finding.place.reset();
  finding.path.clear();
  report.findings.push_back(finding);
  return report;
}

RunReport report_of(std::vector<OperationReport> operations) {
  RunReport report;
  report.budget = "quick";
  report.started = "2024-05-06T07:08:09Z";
  report.ports.resize(1);
  report.ports[0].name = "mine";
  report.ports[0].path = "build/mine.so";
  report.ports[0].sha256 = kHash;
  report.ports[0].operations = std::move(operations);
  return report;
}

json sarif(const RunReport& report) {
  return json::parse(report_sarif(report, "./ulna", {"out", ""}, "/src"))["runs"][0];
}

TEST(Sarif, HasFindingsAtTheirLines) {
  const json run = sarif(report_of({refuted()}));
  const json& result = run["results"][0];
  EXPECT_EQ(result["ruleId"], "read_outside");
  const json& place = result["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["artifactLocation"]["uri"], "a%20b/skin.cpp");
  EXPECT_EQ(place["region"]["startLine"], 12);
  EXPECT_EQ(result["attachments"][0]["artifactLocation"]["uri"], "out/witnesses/w.case");
  EXPECT_EQ(run["results"][1]["ruleIndex"], 1);
  EXPECT_EQ(run["results"][1]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            "build/mine.so");
  EXPECT_THAT(std::string(run["results"][1]["message"]["text"]), HasSubstr("No witness was saved"));
  EXPECT_TRUE(run["invocations"][0]["executionSuccessful"]);
}

TEST(Sarif, NamesFilesOutsideTheFolderInFull) {
  RunReport report = report_of({refuted()});
  report.ports[0].operations[0].findings[0].place->file = "/other/skin.cpp";
  EXPECT_EQ(sarif(report)["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"],
            json({{"uri", "file:///other/skin.cpp"}}));
}

TEST(Sarif, IsNoSuccessWhereSomethingWasNotRun) {
  RunReport nothing = report_of({});
  nothing.ports.clear();
  for (const RunReport& report :
       {report_of({of("slerp_joints", Verdict::certified), of("lerp_joints", Verdict::not_run)}),
        report_of({}), nothing}) {
    const json invocation = sarif(report)["invocations"][0];
    EXPECT_FALSE(invocation["executionSuccessful"]);
    EXPECT_EQ(invocation["exitCode"], 3);
    EXPECT_EQ(invocation["toolExecutionNotifications"].size(), 1U);
  }
}

TEST(Attestation, PassesWhereAllIsCertifiedAlone) {
  const auto predicate = [](const RunReport& report) {
    const json statement = json::parse(attestation_json(report, "{}"));
    EXPECT_EQ(statement["subject"][0]["digest"]["sha256"], kHash);
    return statement["predicate"];
  };
  OperationReport certified = of("lerp_joints", Verdict::certified);
  EXPECT_EQ(predicate(report_of({certified}))["result"], "PASSED");
  certified.profiles = Profile::t_in_0_1;
  EXPECT_EQ(predicate(report_of({certified}))["passedTests"],
            json({"mine/lerp_joints under t-in-0-1"}));
  const json mixed = predicate(report_of({certified, refuted(), of("slerp", Verdict::not_run)}));
  EXPECT_EQ(mixed["result"], "FAILED");
  EXPECT_EQ(mixed["failedTests"], json({"mine/slerp_joints"}));
  EXPECT_EQ(mixed["warnedTests"], json({"mine/slerp"}));
  EXPECT_EQ(predicate(report_of({certified, of("slerp", Verdict::not_run)}))["result"], "FAILED");
  RunReport linked = report_of({});
  EXPECT_EQ(predicate(linked)["warnedTests"], json({"mine"}));
  linked = report_of({certified});
  linked.ports[0].linked = {"libskin.so.1"};
  EXPECT_EQ(predicate(linked)["configuration"][2]["annotations"]["linkedTo"],
            json({"libskin.so.1"}));
}

class Additions : public testing::Test {
protected:
  std::string write(const std::string& text) {
    const std::string file = path_;
    write_file_whole(file, text);
    return file;
  }
  void TearDown() override { std::filesystem::remove(path_); }
  static json mutants() {
    json survivor{{"address", "0x10"}, {"place", "kernel (k.c:7)"}, {"function", "kernel"},
                  {"kind", "order"},   {"same_bits", true},         {"mutant", "addps -> subps"},
                  {"argued", true}};
    json all{{"port", "mine"},
             {"sha256", kHash},
             {"operation", "slerp_joints"},
             {"reason", ""},
             {"possible", 2},
             {"left_out", 0},
             {"killed", 1},
             {"survived", 1},
             {"score", 0.5},
             {"ran", 9},
             {"instructions", 9},
             {"interrupted", false},
             {"seconds", 1},
             {"survivors", json::array({survivor})}};
    return json::array({all});
  }

private:
  std::string path_ =
      std::filesystem::temp_directory_path() / fmt::format("ulna-{}-addition", getpid());
};

TEST_F(Additions, AreOnThePage) {
  const RunReport report = report_of({refuted()});
  const std::string with_mutants =
      report_page(report, "ulna", {}, {}, read_additions({write(mutants().dump())}, report));
  EXPECT_THAT(with_mutants, AllOf(HasSubstr("1 of 2 ports with one instruction changed"),
                                  HasSubstr("kernel (k.c:7)  addps -&gt; subps  (has a reason)")));
  const std::string with_picture =
      report_page(report, "ulna", {}, {}, read_additions({write("<svg ></svg>")}, report));
  EXPECT_THAT(with_picture, HasSubstr("data:image/svg+xml;base64,PHN2ZyA+PC9zdmc+\""));
}

TEST_F(Additions, ThatAreNoneAreRefused) {
  const RunReport report = report_of({refuted()});
  json of_another = mutants(), miscounted = mutants();
  of_another[0]["sha256"] = std::string(64, '0');
  miscounted[0]["survived"] = 2;
  for (const auto& [text, why] :
       {std::pair<std::string, const char*>{"[]", "neither a picture nor mutants"},
        {"", "neither a picture nor mutants"},
        {of_another.dump(), "about no operation of the certificate's libraries"},
        {miscounted.dump(), "mutants[0].survived: it is not how many survivors there are"}}) {
    try {
      read_additions({write(text)}, report);
      ADD_FAILURE() << text;
    } catch (const BadInput& e) {
      EXPECT_THAT(e.what(), HasSubstr(why));
    }
  }
}

TEST(DifferencesPage, HasBothSideBySide) {
  const RunReport before =
      report_of({of("slerp_joints", Verdict::certified), of("lerp_joints", Verdict::certified)});
  const RunReport after = report_of({refuted(), of("slerp", Verdict::certified)});
  const std::string page = differences_page(before, "a<b.json", after, "new.json");
  for (const char* part :
       {"<h1 class=\"refuted\">Worse: 2 verdicts</h1>", "a&lt;b.json", "not judged</td>",
        "<td class=\"refuted\">worse</td>", "verdict (worse)", "read just behind"})
    EXPECT_THAT(page, HasSubstr(part));
  RunReport renamed = before;
  renamed.ports[0].name = "other";
  EXPECT_THAT(differences_page(before, "a", renamed, "b"), HasSubstr("<td>other</td>"));
  const std::string same = differences_page(before, "a", before, "b");
  EXPECT_THAT(same, AllOf(HasSubstr("Nothing changed"), Not(HasSubstr("What changed"))));
  EXPECT_THAT(differences_page(after, "a", before, "b"),
              HasSubstr("<h1 class=\"refuted\">Worse: one verdict</h1>"));
}

} // namespace
} // namespace ulna
