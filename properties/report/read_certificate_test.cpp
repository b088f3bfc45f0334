// A certificate that is read again is the one that was written, and what is no certificate is
// refused in one line that says where.
#include "base/error.h"
#include "base/files.h"
#include "base/version.h"
#include "report/certificate.h"
#include "report/read_certificate.h"
#include "report/table.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <limits>

namespace ulna {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

OperationReport judged(const char* operation, Verdict verdict) {
  OperationReport report;
  report.operation = &operation_named(operation);
  report.verdict = verdict;
  report.seconds = 1.25;
  Tally& tally = report.tally;
  tally.cases = 1234;
  tally.elements = 1234567;
  tally.words = 3703701;
  tally.unjudged = 17;
  tally.wide = 5;
  tally.top = 3704;
  for (size_t q = 0; q < report.operation->quantities.size(); ++q)
    tally.largest[q] = {{0.5, 1.0 / 3, 0x1p-21}, {}, {}, "witnesses/largest.case"};
  tally.errors[0] = {7, 0, 9};
  report.largest_words[0] = {"verts[0].position.x", "nan", "0.33333333333333331"};
  report.possible[0] = {0.7, "proved"};
  return report;
}

OperationReport refuted() {
  OperationReport report = judged("slerp_joints", Verdict::refuted);
  report.possible[0].reset();
  report.tally.largest[0].fraction = kInfinity;
  report.tally.largest[0].error = kNaN;
  report.tally.largest[0].not_finite = 1200;
  report.tally.largest[0].finite = {1.5, 3e-7, 2e-7};
  report.tally.drift_words = {100, 200, 0};
  report.tally.drift_error = {4.4e-6, kInfinity, 0};
  Finding finding;
  finding.kind = FindingKind::out_of_bound;
  finding.detail = "joint 2, q.x: got NaN & owed \"0.5\" <= 1";
  finding.path = "witnesses/1-x.case";
  finding.before_paths = {"witnesses/1-x-before-1.case"};
  finding.place = {"blend", "src/skin.cpp", 12, {"0x11f0  vmovups xmm0, [rsi]", "0x11f5  ret"}, 1};
  report.findings.push_back(finding);
  finding.kind = FindingKind::hung;
  finding.repeats = false;
  finding.path.clear();
  finding.before_paths.clear();
  report.findings.push_back(finding);
  return report;
}

OperationReport converted() {
  OperationReport report = judged("convert_to_blended_mesh", Verdict::certified);
  report.possible[0].reset();
  report.tally.quality = {7, 20, 19, 300, 320, 0.25, 0.125};
  return report;
}

OperationReport not_run() {
  OperationReport report;
  report.operation = &operation_named("lerp_joints");
  report.reason = "the machine lacks avx512f";
  return report;
}

/// A report with all that a certificate can hold.
RunReport whole_report() {
  const std::string hash(64, 'a'), other(64, 'b');
  RunReport report;
  report.budget = "8h";
  report.models = {"X/Testwuson.X"};
  report.machine = {"A Processor", hash, other, {}, "0123456789abcdef"};
  report.started = "2024-05-06T07:08:09Z";
  report.seconds = 12.5;
  report.ports = {{"lib/a.so",
                   "a",
                   "pni",
                   hash,
                   {judged("transform_verts", Verdict::certified), refuted()},
                   {}},
                  {"lib/b.so", "b", "", other, {converted(), not_run()}, {"slerp_joints"}},
                  {"lib/c.so", "c", "", other, {}, {}}};
  using Use = Approximations::Use;
  report.ports[0].approximations = {Use::replaced, {}, "by disassembly"};
  report.ports[0].operations[1].adversaries = 128;
  report.ports[0].operations[1].processors = {3, 64};
  report.seed = UINT64_MAX - 3; // which no double holds
  report.seeds = 3;
  report.shards = 4;
  report.other_machines = {{"Another", other, hash, {}, "fedcba9876543210"}};
  report.profile = "full";
  report.ports[0].operations[0].profiles = Profile::aligned_64 | Profile::at_most_4_influences;
  report.ports[0].operations[1].would_pass_under = Profile::t_in_0_1;
  report.ports[0].operations[1].right_by_columns = true;
  report.ports[0].operations[1].findings[0].adversary = UINT64_MAX;
  report.ports[0].operations[1].tally.largest[1].adversary = 9;
  report.ports[1].machine = "aarch64/vl128";
  report.ports[1].emulator = "qemu-aarch64 7.2.22";
  report.ports[2].machine = "i386"; // on the hardware
  report.ports[1].approximations = {Use::used, {"rcpps", "vrsqrt14ps"}, ""};
  report.ports[2].approximations = {Use::unknown, {}, "it imports dlopen"};
  return report;
}

std::string refusal(const std::string& text) {
  try {
    read_certificate(text, "c.json");
  } catch (const BadInput& e) {
    return e.what();
  }
  return "";
}

/// The refusal of the whole certificate after a change to it.
template <class Change>
std::string refusal_after(const Change& change) {
  json certificate = json::parse(certificate_json(whole_report()));
  change(certificate);
  return refusal(certificate.dump());
}

/// The second operation of the first port, which is refuted.
json& refuted_in(json& certificate) {
  return certificate["ports"][0]["operations"][1];
}

/// Of the first operation, which is certified.
json& first_error_in(json& certificate) {
  return certificate["ports"][0]["operations"][0]["largest_errors"][0];
}

TEST(ReadCertificate, LosesNothing) {
  const std::string text = certificate_json(whole_report());
  const Certificate certificate = read_certificate(text, "c.json");
  EXPECT_EQ(certificate_json(certificate.report), text);
  EXPECT_EQ(certificate.ulna, version());
  EXPECT_EQ(certificate.commit, commit());
  EXPECT_THAT(certificate.remarks, IsEmpty());
}

TEST(ReadCertificate, ShowsTheTableThatWasPrinted) {
  const RunReport report = whole_report();
  const Certificate certificate = read_certificate(certificate_json(report), "c.json");
  EXPECT_EQ(report_table(certificate.report, "ulna"), report_table(report, "ulna"));
}

TEST(ReadCertificate, RemarksOnAnotherVersionOfAContract) {
  json certificate = json::parse(certificate_json(whole_report()));
  refuted_in(certificate)["contract_version"] = 99;
  EXPECT_THAT(read_certificate(certificate.dump(), "c.json").remarks,
              ElementsAre(AllOf(StartsWith("slerp_joints"), HasSubstr("version 99"))));
}

TEST(ReadCertificate, RemarksOnAnotherVersionOfAProfile) {
  json certificate = json::parse(certificate_json(whole_report()));
  certificate["ports"][0]["operations"][0]["profiles"][0]["version"] = 7;
  EXPECT_THAT(read_certificate(certificate.dump(), "c.json").remarks,
              ElementsAre(AllOf(StartsWith("transform_verts"),
                                HasSubstr("version 7 of at-most-4-influences; this ulna has 1"))));
}

/// One of each version of the schema is kept as it was written.
TEST(ReadCertificate, TakesThoseOfEveryVersionOfTheSchema) {
  const std::string file = fmt::format("{}/1.json", ULNA_CERTIFICATES);
  const Certificate certificate = read_certificate(read_file(file), file);
  EXPECT_EQ(exit_code(certificate.report), 1);
  const OperationReport& slerp = certificate.report.ports.at(0).operations.at(0);
  EXPECT_EQ(slerp.operation, &operation_named("slerp_joints"));
  EXPECT_EQ(slerp.findings.at(0).kind, FindingKind::out_of_bound);
  EXPECT_FALSE(slerp.findings.at(0).place) << "it was not known then";
}

TEST(ReadCertificate, TakesOnesFromBeforeItWasSaidWhatIsPossible) {
  json certificate = json::parse(certificate_json(whole_report()));
  certificate["ports"][0]["operations"][0]["largest_errors"][0].erase("possible");
  const RunReport report = read_certificate(certificate.dump(), "c.json").report;
  EXPECT_FALSE(report.ports.at(0).operations.at(0).possible[0]);
}

TEST(ReadCertificate, TakesOnesFromBeforeItWasSaidHowErrorsSpread) {
  json certificate = json::parse(certificate_json(whole_report()));
  first_error_in(certificate).erase("distribution");
  first_error_in(certificate).erase("word");
  const RunReport report = read_certificate(certificate.dump(), "c.json").report;
  EXPECT_FALSE(is_counted(report.ports.at(0).operations.at(0).tally.errors[0]));
  EXPECT_FALSE(report.ports.at(0).operations.at(0).largest_words[0]);
}

TEST(ReadCertificate, TakesOnesFromBeforeNaNsWereCounted) {
  json certificate = json::parse(certificate_json(whole_report()));
  json& error = refuted_in(certificate)["largest_errors"][0];
  error.erase("not_finite");
  error.erase("largest_finite");
  const RunReport report = read_certificate(certificate.dump(), "c.json").report;
  const Largest& largest = report.ports.at(0).operations.at(1).tally.largest[0];
  EXPECT_EQ(largest.fraction, kInfinity);
  EXPECT_EQ(largest.not_finite, 0u);
}

TEST(ReadCertificate, NamesTheFileTheMemberAndTheCure) {
  EXPECT_THAT(refusal_after([](json& c) { refuted_in(c)["cases"] = -1; }),
              AllOf(StartsWith("c.json: certificate.ports[0].operations[1].cases: "),
                    HasSubstr("ulna certify"), Not(HasSubstr("\n"))));
}

TEST(ReadCertificate, TakesFractionsOfASecond) {
  json certificate = json::parse(certificate_json(whole_report()));
  certificate["started"] = "2024-05-06T07:08:09.125Z";
  EXPECT_EQ(read_certificate(certificate.dump(), "c.json").report.started,
            "2024-05-06T07:08:09.125Z");
}

struct Change {
  const char* what;
  void (*change)(json&);
  const char* named; ///< in the refusal
};

const Change kChanges[] = {
    {"another schema", [](json& c) { c["schema"] = "urn:ulna:certificate:2"; }, "schema"},
    {"no seed", [](json& c) { c.erase("seed"); }, "seed"},
    {"one seed of several", [](json& c) { c["seeds"] = 1; }, "seeds"},
    {"more seeds than there are", [](json& c) { c["seeds"] = 5; }, "seeds"},
    {"too many shards", [](json& c) { c["shards"] = 1'000'001; }, "shards"},
    {"no other machine", [](json& c) { c["other_machines"] = json::array(); }, "other_machines"},
    {"another machine that is none", [](json& c) { c["other_machines"][0] = 7; }, "other_machines"},
    {"a number as seed", [](json& c) { c["seed"] = 1; }, "seed"},
    {"a seed of 65 bits", [](json& c) { c["seed"] = "18446744073709551616"; }, "seed"},
    {"a seed with zeros", [](json& c) { c["seed"] = "01"; }, "seed"},
    {"a new member", [](json& c) { c["x"] = 1; }, "'x'"},
    {"a time without a zone", [](json& c) { c["started"] = "2024-05-06T07:08:09"; }, "started"},
    {"a time with half a fraction", [](json& c) { c["started"] = "2024-05-06T07:08:09.Z"; },
     "started"},
    {"a time with a comma", [](json& c) { c["started"] = "2024-05-06T07:08:09,5Z"; }, "started"},
    {"a negative time", [](json& c) { c["seconds"] = -1; }, "seconds"},
    {"a short hash", [](json& c) { c["machine"]["rcpps_sha256"] = "ab"; }, "rcpps_sha256"},
    {"an emulator without a machine", [](json& c) { c["ports"][1].erase("machine"); }, "emulator"},
    {"an emulator without a name", [](json& c) { c["ports"][1]["emulator"] = ""; }, "emulator"},
    {"a machine without a name", [](json& c) { c["ports"][1]["machine"] = ""; }, "machine"},
    {"one table alone", [](json& c) { c["machine"].erase("rcpps_sha256"); }, "rcpps_sha256"},
    {"a fingerprint of no tables",
     [](json& c) {
       c["machine"].erase("rcpps_sha256");
       c["machine"].erase("rsqrtps_sha256");
     },
     "rsqrtps_sha256"},
    {"a long fingerprint", [](json& c) { c["machine"]["fingerprint"] = std::string(17, '0'); },
     "fingerprint"},
    {"NaNs, and no error of the others",
     [](json& c) { refuted_in(c)["largest_errors"][0].erase("largest_finite"); }, "not_finite"},
    {"a count of no NaNs", [](json& c) { refuted_in(c)["largest_errors"][0]["not_finite"] = 0; },
     "not_finite"},
    {"a distribution of too few numbers",
     [](json& c) {
       first_error_in(c)["distribution"] = {1, 2};
     },
     "distribution"},
    {"a distribution of no words",
     [](json& c) { first_error_in(c)["distribution"] = json(std::vector<int>(21)); },
     "distribution"},
    {"a word that has no name", [](json& c) { first_error_in(c)["word"].erase("name"); }, "name"},
    {"a word that got a number", [](json& c) { first_error_in(c)["word"]["got"] = 0.5; }, "got"},
    {"no cases before a witness",
     [](json& c) { refuted_in(c)["findings"][0]["before"] = json::array(); }, "before"},
    {"certified beyond the bound",
     [](json& c) {
       first_error_in(c)["fraction"] = 1.1;
       first_error_in(c).erase("possible");
     },
     "verdict"},
    {"nothing required", [](json& c) { c["required"]["full"] = false; }, "required.full"},
    {"more than all required", [](json& c) { c["required"]["executed"] = 101; },
     "required.executed"},
    {"columns that are not right", [](json& c) { refuted_in(c)["right_by_columns"] = false; },
     "right_by_columns"},
    {"a place without a function",
     [](json& c) { refuted_in(c)["findings"][0]["place"].erase("function"); }, "function"},
    {"a file without a line", [](json& c) { refuted_in(c)["findings"][0]["place"].erase("line"); },
     "place: it must have file and line"},
    {"a line that is none", [](json& c) { refuted_in(c)["findings"][0]["place"]["line"] = 0; },
     "place.line"},
    {"a fault in no line", [](json& c) { refuted_in(c)["findings"][0]["place"]["at_fault"] = 2; },
     "place.at_fault"},
    {"a commit that is none", [](json& c) { c["commit"] = std::string(40, 'a') + "-"; }, "commit"},
    {"NaNs below a number", [](json& c) { refuted_in(c)["largest_errors"][0]["fraction"] = 2; },
     "fraction"},
    {"a use that is none of the four",
     [](json& c) { c["ports"][0]["approximations"]["use"] = "some"; }, "'some'"},
    {"a use of ports that were not examined",
     [](json& c) { c["ports"][0]["approximations"]["use"] = "not examined"; },
     "ports[0].approximations.use: it must be left out"},
    {"an adversary that is a number",
     [](json& c) { refuted_in(c)["findings"][0]["adversary"] = 7; }, "adversary"},
    {"an upper-case hash", [](json& c) { c["ports"][1]["sha256"] = std::string(64, 'A'); },
     "ports[1].sha256"},
    {"ports that are no array", [](json& c) { c["ports"] = json::object(); }, "ports"},
    {"a model that is no string", [](json& c) { c["models"] = {7}; }, "models[0]"},
    {"an unknown operation", [](json& c) { refuted_in(c)["operation"] = "slerp_bones"; },
     "'slerp_bones'"},
    {"an unknown verdict", [](json& c) { refuted_in(c)["verdict"] = "maybe"; }, "'maybe'"},
    {"a count of more than 2^53", [](json& c) { refuted_in(c)["words"] = (1ull << 53) + 1; },
     "words"},
    {"a broken count", [](json& c) { refuted_in(c)["words"] = 0.5; }, "words"},
    {"a reason and a verdict", [](json& c) { refuted_in(c)["reason"] = "none"; }, "verdict"},
    {"refuted without a finding", [](json& c) { refuted_in(c)["findings"].clear(); }, "verdict"},
    {"certified with findings", [](json& c) { refuted_in(c)["verdict"] = "certified"; }, "verdict"},
    {"certified without a case", [](json& c) { c["ports"][0]["operations"][0]["cases"] = 0; },
     "verdict"},
    {"an unknown finding", [](json& c) { refuted_in(c)["findings"][0]["kind"] = "odd"; }, "'odd'"},
    {"one error too few", [](json& c) { refuted_in(c)["largest_errors"].erase(0); },
     "largest_errors"},
    {"another quantity", [](json& c) { refuted_in(c)["largest_errors"][0]["quantity"] = "x"; },
     "quantity"},
    {"errors without words", [](json& c) { refuted_in(c)["words"] = 0; }, "largest_errors"},
    {"a negative error", [](json& c) { refuted_in(c)["largest_errors"][0]["error"] = -1; },
     "error"},
    {"less possible than found", [](json& c) { first_error_in(c)["possible"]["fraction"] = 0.49; },
     "possible.fraction"},
    {"another gap", [](json& c) { first_error_in(c)["possible"]["gap"] = 2; }, "possible.gap"},
    {"no gap", [](json& c) { first_error_in(c)["possible"]["gap"] = nullptr; }, "possible.gap"},
    {"approximations of no name",
     [](json& c) { c["ports"][1]["approximations"]["instructions"].clear(); }, "instructions"},
    {"what does not follow",
     [](json& c) { c["ports"][1]["approximations"]["holds"] = "holds on any CPU"; }, "holds"},
    {"no adversaries", [](json& c) { refuted_in(c)["adversaries"] = 0; }, "adversaries"},
    {"no processors", [](json& c) { refuted_in(c)["processors"] = json::array(); }, "processors"},
    {"too many processors", [](json& c) { refuted_in(c)["processors"][0] = 1025; },
     "processors[0]"},
    {"no profile", [](json& c) { c["ports"][0]["operations"][0]["profiles"] = json::array(); },
     "profiles"},
    {"another profile", [](json& c) { refuted_in(c)["would_pass_under"][0]["name"] = "none"; },
     "would_pass_under[0].name: it says 'none'"},
    {"processors twice", [](json& c) { refuted_in(c)["processors"][1] = 3; }, "processors[1]"},
    {"another step of drift", [](json& c) { refuted_in(c)["drift"][1]["norm"] = 1; }, "norm"},
    {"a step of drift too few", [](json& c) { refuted_in(c)["drift"].erase(2); }, "drift"},
    {"a drift of nothing", [](json& c) { refuted_in(c)["drift"][2]["error"] = 1; },
     "drift[2].error"},
};

TEST(ReadCertificate, RefusesWhatDoesNotObeyTheSchema) {
  for (const Change& c : kChanges)
    EXPECT_THAT(refusal_after(c.change), AllOf(StartsWith("c.json: "), HasSubstr(c.named)))
        << c.what;
}

TEST(ReadCertificate, RefusesWhatIsNoJson) {
  const std::string text = certificate_json(whole_report());
  for (const std::string& bad :
       {std::string(), std::string("{"), text + "x", text.substr(0, text.size() / 2),
        std::string("[]"), std::string("7"), std::string("\xff"), std::string("{\"a\":1e999}"),
        std::string(100000, '[')})
    EXPECT_THAT(refusal(bad), StartsWith("c.json: ")) << bad.substr(0, 40);
}

TEST(ReadCertificate, RefusesTwoMembersOfOneName) {
  std::string text = certificate_json(whole_report());
  text.insert(text.find("\"budget\""), "\"budget\": \"quick\", ");
  EXPECT_THAT(refusal(text), HasSubstr("two members 'budget'"));
}

TEST(ReadCertificate, KnowsNothingOfApproximationsInOldOnes) {
  json certificate = json::parse(certificate_json(whole_report()));
  for (json& port : certificate["ports"]) port.erase("approximations");
  const RunReport report = read_certificate(certificate.dump(), "c.json").report;
  EXPECT_EQ(report.ports[1].approximations.use, Approximations::Use::not_examined);
  EXPECT_THAT(report_table(report, "ulna"), Not(HasSubstr("approximation instructions")));
}

TEST(HoldsFor, SaysWhatAVerdictDependsOn) {
  using Use = Approximations::Use;
  EXPECT_THAT(holds_for({Use::none, {}, ""}, false, "f"), HasSubstr("any CPU"));
  EXPECT_THAT(holds_for({Use::used, {"rcpps"}, ""}, false, "f"),
              AllOf(HasSubstr("rcpps"), HasSubstr("fingerprint f"), Not(HasSubstr("cover"))));
  EXPECT_THAT(holds_for({Use::used, {"rcpps", "vrcp14ps"}, ""}, false, "f"),
              HasSubstr("does not cover vrcp14ps"));
  EXPECT_THAT(holds_for({Use::replaced, {}, ""}, true, "f"), HasSubstr("any conforming CPU"));
  EXPECT_THAT(holds_for({Use::replaced, {}, ""}, false, "f"), HasSubstr("nothing about any CPU"));
  EXPECT_THAT(holds_for({Use::unknown, {}, "why"}, false, "f"),
              AllOf(HasSubstr("unknown"), HasSubstr("why"), Not(HasSubstr("any CPU"))));
  EXPECT_EQ(holds_for({}, false, "f"), "not examined for approximation instructions");
}

TEST(OtherMachine, NamesTheTablesThatDiffer) {
  const Machine here{"Here", "a", "b", {}, "f"};
  EXPECT_EQ(other_machine({"There", "a", "b", {}, "f"}, here), "");
  EXPECT_THAT(other_machine({"There", "x", "b", {}, "g"}, here),
              AllOf(HasSubstr("There"), HasSubstr("rsqrtps"), Not(HasSubstr("rcpps")),
                    HasSubstr("may differ here")));
  EXPECT_THAT(other_machine({"There", "x", "y", {}, ""}, here), HasSubstr("rsqrtps and rcpps"));
}

TEST(OtherMachine, TellsFingerprintsApart) {
  const Machine here{"Here", "a", "b", {}, "f"};
  EXPECT_THAT(other_machine({"There", "a", "b", {}, "g"}, here),
              AllOf(HasSubstr("There"), HasSubstr("fingerprints g and f"),
                    HasSubstr("may differ here"), Not(HasSubstr("\n"))));
}

TEST(OtherMachine, SaysThatAnOldCertificateHasNoFingerprint) {
  json certificate = json::parse(certificate_json(whole_report()));
  certificate["machine"].erase("fingerprint");
  for (json& port : certificate["ports"]) port.erase("approximations");
  const Machine old = read_certificate(certificate.dump(), "c.json").report.machine;
  EXPECT_EQ(old.fingerprint, "");
  EXPECT_THAT(other_machine(old, whole_report().machine),
              AllOf(HasSubstr("no fingerprint"), Not(HasSubstr("\n"))));
}

TEST(ACertificate, OfAMachineWithoutSuchTablesHasNone) {
  RunReport report = whole_report();
  report.machine = {.cpu = "Arm", .rsqrtps = "", .rcpps = "", .features = {}};
  const std::string text = certificate_json(report);
  EXPECT_EQ(json::parse(text)["machine"], json({{"cpu", "Arm"}}));
  json certificate = json::parse(text);
  for (json& port : certificate["ports"]) port.erase("approximations");
  const Machine read = read_certificate(certificate.dump(), "c.json").report.machine;
  EXPECT_EQ(read.cpu, "Arm");
  EXPECT_EQ(read.rsqrtps, "");
  EXPECT_EQ(other_machine(read, report.machine), "");
  EXPECT_THAT(other_machine(read, whole_report().machine), HasSubstr("rsqrtps and rcpps"));
}

} // namespace
} // namespace ulna
