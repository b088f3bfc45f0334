// The reports say what the judge found, no more and no less, and nothing unchecked is green.
#include "base/error.h"
#include "base/files.h"
#include "base/progress.h"
#include "base/version.h"
#include "report/certificate.h"
#include "report/junit.h"
#include "report/machine.h"
#include "report/markdown.h"
#include "report/out_folder.h"
#include "report/table.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <limits>
#include <pty.h>
#include <set>
#include <sstream>
#include <sys/resource.h>
#include <sys/wait.h>

namespace ulna {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr uint64_t kLargeSeed = 18446744073709551615U; // no double holds it

Operation make_operation(const char* operation_name, bool measures_drift) {
  Operation operation{};
  operation.name = operation_name;
  operation.measures_drift = measures_drift;
  operation.quantities = {"vertex"};
  operation.contract = {3, "summary", "domain", "footprint", "gamma_n * sum |m||b|", "source"};
  return operation;
}

const Operation kSkin = make_operation("transform_verts_and_tangents", false);
const Operation kBlend = make_operation("slerp_joints", true);

OperationReport certified() {
  OperationReport report;
  report.operation = &kSkin;
  report.verdict = Verdict::certified;
  report.seconds = 1.25;
  Tally& tally = report.tally;
  tally.cases = 1234;
  tally.elements = 1234567;
  tally.words = 3703701;
  tally.unjudged = 17;
  tally.wide = 5;
  tally.top = 3704;
  tally.largest[0].fraction = 0.9127;
  tally.largest[0].error = 1.0 / 3;
  tally.largest[0].bound = 0x1p-21;
  tally.largest[0].path = "witnesses/largest.case";
  tally.errors[0][18] = 5;
  report.largest_words[0] = {"verts[0].position.x", "0.25", "0.58333333333333326"};
  report.possible[0] = {1, "a theorem"};
  return report;
}

OperationReport refuted() {
  OperationReport report = certified();
  report.operation = &kBlend;
  report.verdict = Verdict::refuted;
  report.possible[0].reset();
  report.tally.largest[0].fraction = kInfinity;
  report.tally.largest[0].error = kNaN;
  report.tally.largest[0].not_finite = 1200;
  report.tally.largest[0].finite = {1.5, 3e-7, 2e-7};
  report.tally.drift_words = {100, 200, 0};
  report.tally.drift_error = {4.4e-6, kInfinity, 0};
  report.findings.resize(2);
  report.findings[0].kind = FindingKind::out_of_bound;
  report.findings[0].detail = "joint 2, q.x: got NaN & owed \"0.5\" <= 1";
  report.findings[0].path = "witnesses/it's.case";
  report.findings[1].kind = FindingKind::crashed;
  report.findings[1].detail = "SIGSEGV";
  report.findings[1].path = "witnesses/crash.case";
  report.findings[1].repeats = false;
  report.findings[1].place = {"blend", "src/skin.cpp", 12, {"0x11f0  vmovups xmm0, [rsi]"}, 0};
  return report;
}

OperationReport not_run() {
  OperationReport report;
  report.operation = &kBlend;
  report.reason = "the machine lacks avx512f";
  return report;
}

PortReport make_port(const char* port_name, std::vector<OperationReport> operations) {
  PortReport port;
  port.name = port_name;
  port.path = std::string("lib/ports/") + port_name + ".so";
  port.cpu_features = "pni";
  port.sha256 = sha256_hex(port.path);
  port.operations = std::move(operations);
  return port;
}

RunReport make_report(std::vector<PortReport> ports) {
  RunReport report;
  report.seed = kLargeSeed;
  report.budget = "quick";
  report.models = {"X/Testwuson.X"};
  report.machine = {
      "A Processor", sha256_hex("rsqrtps"), sha256_hex("rcpps"), {"pni"}, "0123456789abcdef"};
  report.started = "2024-05-06T07:08:09Z";
  report.seconds = 12.5;
  report.ports = std::move(ports);
  return report;
}

RunReport mixed_report() {
  return make_report({make_port("sse3", {certified()}), make_port("published", {refuted()}),
                      make_port("eight", {not_run()}), make_port("none", {})});
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string line_with(const std::string& text, const std::string& part) {
  for (const std::string& line : lines_of(text)) {
    if (line.find(part) != line.npos) return line;
  }
  return {};
}

/// A folder that is gone after the test, with all that is in it.
class Folder {
public:
  Folder() {
    std::string pattern = (fs::temp_directory_path() / "ulna-XXXXXX").string();
    if (!::mkdtemp(pattern.data())) throw std::runtime_error("no temporary folder");
    path_ = pattern;
  }
  ~Folder() { fs::remove_all(path_); }
  std::string operator/(const char* file) const { return (path_ / file).string(); }
  size_t files() const {
    return static_cast<size_t>(std::distance(fs::directory_iterator(path_), {}));
  }

private:
  fs::path path_;
};

/// The message of the BadInput that `call` throws.
template <class Call>
std::string bad_input(const Call& call) {
  try {
    call();
  } catch (const BadInput& error) {
    return error.what();
  }
  return "nothing was thrown";
}

// --- verdict.h

TEST(Verdict, NamesAreDistinctAndComplete) {
  std::set<std::string> names, meanings;
  for (int i = 0; i < kNumFindingKinds; i++) {
    names.insert(name(static_cast<FindingKind>(i)));
    meanings.insert(meaning(static_cast<FindingKind>(i)));
  }
  EXPECT_EQ(names.size(), static_cast<size_t>(kNumFindingKinds));
  EXPECT_EQ(meanings.size(), static_cast<size_t>(kNumFindingKinds));
  EXPECT_EQ(names.count("unknown"), 0U);
  EXPECT_STREQ(name(FindingKind::not_reentrant), "not_reentrant");
  EXPECT_STREQ(name(Verdict::certified), "certified");
  EXPECT_STREQ(name(Verdict::refuted), "refuted");
  EXPECT_STREQ(name(Verdict::not_run), "not run");
}

Tally make_tally(uint64_t n, double error, double largest_fraction, const char* path) {
  Tally tally;
  tally.cases = n;
  tally.elements = 2 * n;
  tally.words = 3 * n;
  tally.unjudged = 4 * n;
  tally.wide = 5 * n;
  tally.top = 6 * n;
  tally.largest[0].fraction = largest_fraction;
  tally.largest[0].path = path;
  tally.drift_words = {n, 0, 2 * n};
  tally.drift_error = {error, 0, 2 * error};
  return tally;
}

/// All numbers of a tally, for comparison.
std::string numbers(const Tally& t) {
  std::ostringstream out;
  out << t.cases << ' ' << t.elements << ' ' << t.words << ' ' << t.unjudged << ' ' << t.wide << ' '
      << t.top << ' ' << t.largest[0].fraction << ' ' << t.largest[0].path;
  for (size_t i = 0; i < kDrifts.size(); i++) {
    out << ' ' << t.drift_words[i] << ' ' << t.drift_error[i];
  }
  return out.str();
}

Tally merged(Tally a, Tally b) {
  a.merge(std::move(b));
  return a;
}

TEST(Tally, MergesLikeASum) {
  const Tally a = make_tally(1, 0.25, 0.5, "a"), b = make_tally(10, 0.5, 0.25, "b"),
              c = make_tally(100, 0.125, kInfinity, "c");
  EXPECT_EQ(numbers(merged(a, b)), numbers(merged(b, a)));
  EXPECT_EQ(numbers(merged(merged(a, b), c)), numbers(merged(a, merged(b, c))));
  const Tally sum = merged(merged(a, b), c);
  EXPECT_EQ(sum.cases, 111U);
  EXPECT_EQ(sum.elements, 222U);
  EXPECT_EQ(sum.words, 333U);
  EXPECT_EQ(sum.unjudged, 444U);
  EXPECT_EQ(sum.wide, 555U);
  EXPECT_EQ(sum.top, 666U);
  EXPECT_EQ(sum.largest[0].path, "c");
  EXPECT_EQ(sum.drift_words[2], 222U);
  EXPECT_EQ(sum.drift_error[2], 1.0);
}

TEST(Tally, TheEmptyOneChangesNothing) {
  for (const double x : {0.0, 0.5}) {
    const Tally a = make_tally(1, x, x, "a");
    EXPECT_EQ(numbers(merged(a, {})), numbers(a));
    EXPECT_EQ(numbers(merged({}, a)), numbers(a));
  }
}

TEST(Tally, KeepsItsOwnWitnessOnATie) {
  EXPECT_EQ(merged(make_tally(1, 0, 0.5, "a"), make_tally(1, 0, 0.5, "b")).largest[0].path, "a");
  EXPECT_EQ(merged(make_tally(1, 0, 0, "a"), make_tally(1, 0, 0, "b")).largest[0].path, "a");
}

TEST(Tally, NeverLosesANaN) {
  const Tally nan = make_tally(1, kNaN, kNaN, "nan"), inf = make_tally(1, kInfinity, kInfinity, "");
  EXPECT_EQ(numbers(merged(nan, inf)), numbers(merged(inf, nan)));
  EXPECT_TRUE(std::isnan(merged(inf, nan).drift_error[0]));
  EXPECT_EQ(merged(inf, nan).largest[0].path, "nan");
}

TEST(Tally, ANaNHidesNoNumber) {
  const auto with_nan = [](uint64_t words, double finite, const char* path) {
    Tally tally = make_tally(1, 0, kInfinity, path);
    tally.largest[0].not_finite = words;
    tally.largest[0].finite = {finite, finite / 8, 0.125};
    return tally;
  };
  Tally finite = make_tally(1, 0, 0.5, "finite");
  finite.largest[0].finite = {0.5, 0.0625, 0.125};
  for (const Tally& sum :
       {merged(with_nan(3, 0.25, "nan"), finite), merged(finite, with_nan(3, 0.25, "nan"))}) {
    EXPECT_EQ(sum.largest[0].not_finite, 3U);
    EXPECT_EQ(sum.largest[0].finite.fraction, 0.5);
    EXPECT_EQ(sum.largest[0].finite.error, 0.0625);
    EXPECT_EQ(sum.largest[0].path, "nan") << "it is the worst, and has the witness";
  }
  const Tally both = merged(with_nan(3, 0.25, "nan"), with_nan(4, 2, "other"));
  EXPECT_EQ(both.largest[0].not_finite, 7U);
  EXPECT_EQ(both.largest[0].finite.fraction, 2);
}

TEST(ExitCode, NothingUncheckedIsGreen) {
  EXPECT_EQ(exit_code({}), 3);
  EXPECT_EQ(exit_code(make_report({make_port("a", {})})), 3);
  EXPECT_EQ(exit_code(make_report({make_port("a", {certified()}), make_port("b", {})})), 3);
  EXPECT_EQ(exit_code(make_report({make_port("a", {certified(), certified()})})), 0);
  EXPECT_EQ(exit_code(make_report({make_port("a", {certified(), not_run()})})), 3);
  EXPECT_EQ(exit_code(make_report({make_port("a", {not_run()}), make_port("b", {refuted()})})), 1);
}

// --- certificate.h

TEST(Certificate, HoldsWhatWasPutIn) {
  const json c = json::parse(certificate_json(mixed_report()));
  EXPECT_EQ(c["schema"], "urn:ulna:certificate:1");
  EXPECT_EQ(c["ulna"], version());
  EXPECT_EQ(c["seed"], "18446744073709551615");
  EXPECT_EQ(c["started"], "2024-05-06T07:08:09Z");
  EXPECT_EQ(c["seconds"], 12.5);
  EXPECT_EQ(c["budget"], "quick");
  EXPECT_EQ(c["models"], json({"X/Testwuson.X"}));
  EXPECT_EQ(c["machine"], json({{"cpu", "A Processor"},
                                {"rsqrtps_sha256", sha256_hex("rsqrtps")},
                                {"rcpps_sha256", sha256_hex("rcpps")},
                                {"fingerprint", "0123456789abcdef"}}));
  ASSERT_EQ(c["ports"].size(), 4U);
  const json& port = c["ports"][0];
  EXPECT_EQ(port["name"], "sse3");
  EXPECT_EQ(port["path"], "lib/ports/sse3.so");
  EXPECT_EQ(port["sha256"], sha256_hex("lib/ports/sse3.so"));
  EXPECT_EQ(port["cpu_features"], "pni");
  EXPECT_EQ(
      port["operations"][0],
      json({{"operation", "transform_verts_and_tangents"},
            {"contract_version", 3},
            {"verdict", "certified"},
            {"cases", 1234},
            {"elements", 1234567},
            {"words", 3703701},
            {"unjudged", 17},
            {"decided_wide", 5},
            {"decided_top", 3704},
            {"largest_errors",
             json::array({{{"quantity", "vertex"},
                           {"fraction", 0.9127},
                           {"error", 1.0 / 3},
                           {"bound", 0x1p-21},
                           {"witness", "witnesses/largest.case"},
                           {"word",
                            {{"name", "verts[0].position.x"},
                             {"got", "0.25"},
                             {"exact", "0.58333333333333326"}}},
                           {"distribution", certified().tally.errors[0]},
                           {"possible",
                            {{"fraction", 1.0}, {"gap", 1 / 0.9127}, {"source", "a theorem"}}}}})},
            {"bound", "gamma_n * sum |m||b|"},
            {"drift", json::array()},
            {"seconds", 1.25},
            {"findings", json::array()}}));
}

TEST(Certificate, WritesInfinitiesAndNaNAsNull) {
  const json c = json::parse(certificate_json(mixed_report()));
  const json& operation = c["ports"][1]["operations"][0];
  EXPECT_EQ(operation["verdict"], "refuted");
  EXPECT_TRUE(operation["largest_errors"][0]["fraction"].is_null());
  EXPECT_TRUE(operation["largest_errors"][0]["error"].is_null());
  EXPECT_EQ(operation["largest_errors"][0]["not_finite"], 1200);
  EXPECT_EQ(operation["largest_errors"][0]["largest_finite"],
            json({{"fraction", 1.5}, {"error", 3e-7}, {"bound", 2e-7}}));
  EXPECT_EQ(operation["drift"], json({{{"norm", 1e-3}, {"words", 100}, {"error", 4.4e-6}},
                                      {{"norm", 1e-2}, {"words", 200}, {"error", nullptr}},
                                      {{"norm", 1e-1}, {"words", 0}, {"error", nullptr}}}));
  EXPECT_EQ(operation["findings"][0], json({{"kind", "out_of_bound"},
                                            {"detail", "joint 2, q.x: got NaN & owed \"0.5\" <= 1"},
                                            {"witness", "witnesses/it's.case"},
                                            {"repeats", true}}));
  EXPECT_EQ(operation["findings"][1]["repeats"], false);
}

TEST(Certificate, SaysWhyAndNoErrorWhereNothingWasRun) {
  const json c = json::parse(certificate_json(mixed_report()));
  const json& operation = c["ports"][2]["operations"][0];
  EXPECT_EQ(operation["verdict"], "not run");
  EXPECT_EQ(operation["reason"], "the machine lacks avx512f");
  EXPECT_TRUE(operation["largest_errors"].empty());
  EXPECT_FALSE(c["ports"][0]["operations"][0].contains("reason"));
}

TEST(Certificate, TakesPathsThatAreNotUtf8) {
  RunReport report = make_report({make_port("\xff", {certified()})});
  EXPECT_EQ(json::parse(certificate_json(report))["ports"][0]["name"], "\xef\xbf\xbd");
}

/// The mixed report, in which what is certified is so under two profiles, and one would certify
/// what is refuted.
RunReport promised_report() {
  RunReport report = mixed_report();
  report.ports[0].operations[0].profiles = Profile::aligned_64 | Profile::at_most_4_influences;
  report.ports[1].operations[0].would_pass_under = Profile::t_in_0_1;
  return report;
}

TEST(UnderAProfile, TheTableSaysSo) {
  const std::string text = report_table(promised_report(), "./ulna");
  EXPECT_THAT(line_with(text, "sse3 "), HasSubstr("certified [1]"));
  EXPECT_THAT(text, HasSubstr("\n[1] at-most-4-influences, aligned-64\n"));
  EXPECT_THAT(line_with(text, "published  slerp_joints  "), Not(HasSubstr("[")));
  EXPECT_THAT(text, HasSubstr("published slerp_joints: a quick run certifies it under t-in-0-1"));
  EXPECT_THAT(text, HasSubstr("refuted: 1 certified under profiles, 1 refuted, 2 not run"));
  const std::string whole = report_table(mixed_report(), "./ulna");
  for (const char* said : {"[1]", "under profiles", "a quick run certifies"})
    EXPECT_THAT(whole, Not(HasSubstr(said)));
}

TEST(UnderAProfile, SetsHaveOneNumberEach) {
  RunReport report = promised_report();
  report.ports.push_back(report.ports[0]);
  report.ports[0].operations.push_back(certified());
  report.ports[0].operations[1].profiles = Profile::no_denormals;
  const std::string text = report_table(report, "./ulna");
  EXPECT_THAT(text, HasSubstr("\n[1] at-most-4-influences, aligned-64\n[2] no-denormals\n"));
  EXPECT_THAT(text, Not(HasSubstr("[3]")));
}

TEST(UnderAProfile, EveryReportSaysSo) {
  const RunReport report = promised_report();
  EXPECT_THAT(line_with(report_markdown(report, "./ulna"), "| sse3 |"),
              HasSubstr("certified under at-most-4-influences, aligned-64 |"));
  EXPECT_THAT(junit_xml(report),
              HasSubstr(R"(name="transform_verts_and_tangents under at-most-4-influences, )"));
  EXPECT_THAT(junit_xml(report), HasSubstr("a quick run certifies it under t-in-0-1"));
  const json certificate = json::parse(certificate_json(report));
  const json& operation = certificate["ports"][0]["operations"][0];
  EXPECT_EQ(operation["profiles"], json::parse(R"([{"name": "at-most-4-influences", "version": 1},
                                                   {"name": "aligned-64", "version": 1}])"));
  EXPECT_FALSE(certificate["ports"][1]["operations"][0].contains("profiles"));
}

TEST(UnderAProfile, CommandsJudgeByTheSame) {
  RunReport report = mixed_report();
  report.profile = "full";
  for (const Finding& finding : report.ports[1].operations[0].findings)
    EXPECT_THAT(
        command_for("./ulna", report, report.ports[1], report.ports[1].operations[0], finding, {}),
        testing::EndsWith(" --profile full"));
}

// Leaves a certificate with every kind of entry for schema_test.py.
TEST(Certificate, SampleForTheSchema) {
  const char* path = std::getenv("ULNA_SAMPLE_CERTIFICATE");
  if (!path) GTEST_SKIP() << "ULNA_SAMPLE_CERTIFICATE is not set";
  RunReport report = promised_report();
  report.profile = "t-in-0-1";
  report.ports[0].approximations = {Approximations::Use::used, {"rcpps"}, ""};
  report.ports[1].approximations = {Approximations::Use::replaced, {}, "a remark"};
  OperationReport& judged = report.ports[1].operations[0];
  judged.adversaries = 128;
  report.ports[1].machine = "aarch64/vl128";
  report.ports[1].emulator = "qemu-aarch64 7.2";
  report.ports[2].machine = "i386";
  judged.findings[0].adversary = judged.tally.largest[0].adversary = UINT64_MAX;
  write_file_whole(path, certificate_json(report));
}

// --- junit.h

TEST(JUnit, NothingUncheckedIsGreen) {
  const std::string xml = junit_xml(mixed_report());
  EXPECT_THAT(xml, HasSubstr(R"(<testsuites name="ulna" tests="4" failures="1" errors="2")"));
  EXPECT_THAT(xml, HasSubstr(R"(<testsuite name="sse3" tests="1" failures="0" errors="0")"));
  EXPECT_THAT(xml, HasSubstr(R"(<testsuite name="none" tests="1" failures="0" errors="1")"));
  EXPECT_THAT(xml, HasSubstr(R"(<error type="not run" message="the machine lacks avx512f"/>)"));
  EXPECT_THAT(junit_xml({}), HasSubstr(R"(tests="1" failures="0" errors="1")"));
}

TEST(Markdown, NothingUncheckedIsGreen) {
  const std::string text = report_markdown(mixed_report(), "./ulna");
  EXPECT_THAT(text, StartsWith("**ulna: refuted**: 1 certified, 1 refuted, 2 not run ("));
  EXPECT_THAT(line_with(text, "| eight |"), HasSubstr("not run: the machine lacks avx512f"));
  EXPECT_THAT(line_with(text, "| none |"), HasSubstr("not run: it implements no operation"));
  EXPECT_THAT(report_markdown({}, "./ulna"), StartsWith("**ulna: not run**: 0 certified"));
}

TEST(Markdown, AFindingIsFoldedWithItsCommand) {
  const std::string text = report_markdown(mixed_report(), "./ulna", {"out", ""});
  EXPECT_THAT(line_with(text, "| published |"), HasSubstr("| **refuted** |"));
  EXPECT_THAT(line_with(text, "| published |"), HasSubstr("| 1.5 | 3.000e-07 | 1,200 |"));
  EXPECT_THAT(text,
              HasSubstr("<details><summary>published slerp&#95;joints: out_of_bound: joint 2, "
                        "q.x&#58; got NaN &#38; owed &#34;0.5&#34; &#60;= 1</summary>"));
  EXPECT_THAT(text, HasSubstr("<pre>./ulna replay 'out/witnesses/it'&#92;''s.case' --port "));
  EXPECT_THAT(text, HasSubstr("Not seen again when the witness ran alone."));
}

TEST(Markdown, NamesOfStrangersAreNoMarkup) {
  PortReport port = make_port("a|b</details>\n`[x](http://y)` @all", {refuted()});
  port.operations[0].findings[0].detail = "<script>\n| **bold**";
  const std::string text = report_markdown(make_report({port}), "./ulna");
  for (const char* markup : {"</details>?", "|b", "](", "@all", "<script>", "**bold", "\n| **bo"})
    EXPECT_THAT(text, Not(HasSubstr(markup))) << markup;
  // The lines of the table are one for each operation, and have all columns.
  const std::string row = line_with(text, "| a&#124;b");
  EXPECT_EQ(std::count(row.begin(), row.end(), '|'), 9);
}

TEST(JUnit, AFailureTellsHowToRepeatIt) {
  const std::string xml = junit_xml(mixed_report(), "./ulna", {"out", ""});
  EXPECT_THAT(xml, HasSubstr(R"(<failure type="out_of_bound" message="joint 2, q.x: got NaN &amp; )"
                             R"(owed &quot;0.5&quot; &lt;= 1">)"));
  EXPECT_THAT(xml, HasSubstr("crashed: SIGSEGV"));
  EXPECT_THAT(xml, HasSubstr("not seen again"));
  EXPECT_THAT(xml, HasSubstr("replay: ./ulna replay 'out/witnesses/it'\\''s.case' --port "
                             "lib/ports/published.so\n"));
  EXPECT_THAT(xml, HasSubstr("witness: witnesses/crash.case\n  the run: ./ulna certify --port "
                             "lib/ports/published.so --op slerp_joints --seed "
                             "18446744073709551615 --model X/Testwuson.X\n"));
  EXPECT_THAT(xml, HasSubstr("largest error of vertex: 1.5 of the bound, 3e-07 absolute, and 1200 "
                             "words that are NaN or infinite\n"));
}

TEST(JUnit, EscapesWhatXmlForbids) {
  OperationReport operation = not_run();
  const auto message = [&](const char* reason) {
    operation.reason = reason;
    const std::string xml = junit_xml(make_report({make_port("p", {operation})}));
    const std::string start = "<error type=\"not run\" message=\"";
    const size_t at = xml.find(start) + start.size();
    return xml.substr(at, xml.find("\"/>", at) - at);
  };
  const std::string bad = "\xef\xbf\xbd"; // U+FFFD
  EXPECT_EQ(message("a<b>&\"c\""), "a&lt;b&gt;&amp;&quot;c&quot;");
  EXPECT_EQ(message("\x1b[31m\x01\x7f"), bad + "[31m" + bad + "\x7f");
  EXPECT_EQ(message("1\n2\t3\r"), "1&#10;2&#9;3&#13;");
  EXPECT_EQ(message("\xc3\xa9 \xe2\x82\xac \xf0\x9f\xa6\xb4"),
            "\xc3\xa9 \xe2\x82\xac \xf0\x9f\xa6\xb4");
  EXPECT_EQ(message("\xc3"), bad);                               // ends too early
  EXPECT_EQ(message("\xc3("), bad + "(");                        // broken off
  EXPECT_EQ(message("\xc0\xaf"), bad + bad);                     // longer than needed
  EXPECT_EQ(message("\xed\xa0\x80"), bad + bad + bad);           // half of a surrogate pair
  EXPECT_EQ(message("\xef\xbf\xbf"), bad + bad + bad);           // U+FFFF
  EXPECT_EQ(message("\xf4\x90\x80\x80"), bad + bad + bad + bad); // beyond U+10FFFF
}

// --- table.h

/// With all its columns.
std::string wide_table(const RunReport& report) {
  return report_table(report, "./ulna", false, {}, true);
}

TEST(Table, ShowsWhatMattersInEightyColumns) {
  const std::string table = report_table(mixed_report(), "./ulna");
  EXPECT_THAT(lines_of(table)[0], testing::EndsWith("verdict    elements  of bound  ran"));
  EXPECT_THAT(line_with(table, "sse3 "), testing::EndsWith("certified     1.23M    0.9127    -"));
  for (const std::string& line : lines_of(table))
    EXPECT_TRUE(line.size() <= 80 || line.find("    ./ulna ") == 0) << line;
}

TEST(Table, RoundsDown) {
  OperationReport some = certified(), most = certified();
  some.tally.elements = 9'999;
  most.tally.elements = 999'999;
  most.executed.instructions = 1000;
  most.executed.ran = 999;
  const auto report = make_report({make_port("a", {some}), make_port("b", {most})});
  const auto lines = lines_of(report_table(report, "./ulna"));
  EXPECT_THAT(lines[1], HasSubstr(" 9,999 "));
  EXPECT_THAT(lines[2], HasSubstr(" 999k "));
  EXPECT_THAT(lines[2], testing::EndsWith(" 99%"));
}

TEST(Table, ShowsEveryVerdictWithItsNumbers) {
  const std::string table = wide_table(mixed_report());
  const std::string green = line_with(table, "sse3 ");
  for (const char* part : {"transform_verts_and_tangents", "certified", " 1,234,567 ",
                           " 0.9127    1.0000  1.10  3.333e-01 ", "1.25 s"}) {
    EXPECT_THAT(green, HasSubstr(part));
  }
  const std::string red = line_with(table, "published ");
  for (const char* part : {"slerp_joints", "refuted", " 1,234,567 ", " 1.5000 "}) {
    EXPECT_THAT(red, HasSubstr(part));
  }
  EXPECT_THAT(line_with(table, "eight "), HasSubstr("not run    the machine lacks avx512f"));
  EXPECT_THAT(line_with(table, "none "),
              HasSubstr("not run    it implements no operation; set members of ulna_port"));
  EXPECT_THAT(table, Not(HasSubstr("\x1b")));
  EXPECT_THAT(report_table(mixed_report(), "./ulna", true), HasSubstr("\x1b[31mrefuted\x1b[0m"));
}

TEST(Table, ShowsNothingForWhatIsNotKnownToBePossible) {
  EXPECT_THAT(line_with(wide_table(mixed_report()), "published "),
              HasSubstr(" 1.5000         -     -  "));
}

TEST(Table, AlignsItsColumns) {
  const auto lines = lines_of(report_table(mixed_report(), "./ulna"));
  const size_t verdicts = lines[0].find("verdict");
  EXPECT_EQ(lines[1].find("certified"), verdicts);
  EXPECT_EQ(lines[2].find("refuted"), verdicts);
  EXPECT_EQ(lines[3].find("not run"), verdicts);
  EXPECT_EQ(lines[0].size(), lines[1].size());
  EXPECT_EQ(lines[1].size(), lines[2].size());
}

TEST(Table, FitsIntoItsColumns) {
  OperationReport big = certified(), none = not_run();
  big.operation = &kBlend;
  big.tally.cases = big.tally.elements = kLargeSeed;
  none.reason = std::string(200, 'r');
  const std::string long_name(200, 'n');
  const auto report = make_report({make_port(long_name.c_str(), {big, none})});
  for (const bool wide : {false, true}) {
    const auto lines = lines_of(report_table(report, "./ulna", false, {}, wide));
    for (size_t i = 0; i < 3; i++) EXPECT_LE(lines[i].size(), wide ? 110U : 80U) << lines[i];
  }
}

TEST(Table, KeepsNamesApartBesideLongOperations) {
  const auto report = make_report({make_port("avx2_of_the_new_skinning_x", {certified()})});
  EXPECT_THAT(lines_of(report_table(report, "./ulna"))[1],
              testing::StartsWith("avx2_of_the_ne...  "));
}

TEST(Table, ShowsTheErrorsThatAreNumbersAndCountsTheOthers) {
  OperationReport report = refuted();
  const auto table = [&] { return wide_table(make_report({make_port("a", {report})})); };
  EXPECT_THAT(lines_of(table())[1], HasSubstr("  1.5000         -    -  3.000e-07  "));
  EXPECT_THAT(table(), HasSubstr("\nNaN or infinite, and not among the errors above:\n"
                                 "a slerp_joints: 1,200 words of vertex\n"));
  report.tally.largest[0].finite = {};
  EXPECT_THAT(lines_of(table())[1], HasSubstr("  1,234,567         -         -    -      -  "));
  report.tally.largest[0].not_finite = 0; // as old certificates have it
  EXPECT_THAT(lines_of(table())[1], HasSubstr("  1,234,567       inf         -    -    nan  "));
}

TEST(Table, ShowsTheQuantityThatIsBeyondItsBound) {
  Operation two = make_operation("skin_aos_verts", false);
  two.quantities = {"position", "normal"};
  OperationReport report = certified();
  report.operation = &two;
  report.tally.largest[1].fraction = 0.95;
  const auto shown = [&] {
    return lines_of(wide_table(make_report({make_port("a", {report})})))[1];
  };
  EXPECT_THAT(shown(), HasSubstr(" 0.9127    1.0000  1.10  3.333e-01 "));
  report.tally.largest[1].fraction = 2.5;
  report.tally.largest[1].error = 0.125;
  EXPECT_THAT(shown(), HasSubstr(" 2.5000         -    -  1.250e-01 "));
  report.tally.largest[1].fraction = kNaN;
  EXPECT_THAT(shown(), HasSubstr(" 1.250e-01 "));
}

TEST(Table, SaysOnWhichSideOfTheBoundAnErrorLies) {
  OperationReport below = certified(), above = certified();
  below.tally.largest[0].fraction = 0.999999;
  above.tally.largest[0].fraction = 1.000001;
  const auto report = make_report({make_port("a", {below}), make_port("b", {above})});
  const auto lines = lines_of(report_table(report, "./ulna"));
  EXPECT_THAT(lines[1], HasSubstr(" < 1 "));
  EXPECT_THAT(lines[2], HasSubstr(" > 1 "));
}

TEST(Table, GivesLongTimesInMinutesAndHours) {
  OperationReport minutes = certified(), hours = certified();
  minutes.seconds = 100;
  hours.seconds = 8 * 3600;
  const auto report = make_report({make_port("a", {minutes}), make_port("b", {hours})});
  const auto lines = lines_of(wide_table(report));
  EXPECT_THAT(lines[1], testing::EndsWith(" 1.7 min"));
  EXPECT_THAT(lines[2], testing::EndsWith(" 8.0 h"));
}

TEST(Table, GivesEachFindingItsCommandOnALineOfItsOwn) {
  const std::string table = report_table(mixed_report(), "./ulna", false, {"out", "lib/ports"});
  EXPECT_THAT(table,
              HasSubstr("\n    ./ulna replay 'out/witnesses/it'\\''s.case' --port published\n"));
  EXPECT_THAT(line_with(table, "crashed"),
              testing::StartsWith("published slerp_joints: crashed: SIGSEGV"));
  EXPECT_THAT(table, HasSubstr("not seen again"));
  EXPECT_THAT(table, HasSubstr("\n    ./ulna certify --port published --op slerp_joints --seed "
                               "18446744073709551615 --model X/Testwuson.X\n"))
      << "a replay would show nothing";
}

TEST(Table, ReplaysWhatHasToComeBeforeAWitness) {
  OperationReport operation = refuted();
  operation.findings[0].before_paths = {"witnesses/a.case", "witnesses/b c.case"};
  operation.findings[1].adversary = 9;
  RunReport run = make_report({make_port("mine", {operation})});
  run.budget = "10m";
  const std::string table = report_table(run, "u", false, {"out", ""});
  EXPECT_THAT(line_with(table, "u replay"),
              HasSubstr(R"(    u replay out/witnesses/a.case 'out/witnesses/b c.case' )"
                        R"('out/witnesses/it'\''s.case' --port lib/ports/mine.so)"));
  EXPECT_THAT(line_with(table, "u certify"),
              HasSubstr(" --budget 10m --model X/Testwuson.X --approximations adversarial"));
}

/// Thousands of files are more than a command line takes.
TEST(Table, ReplaysManyCallsBeforeAWitnessByAnOption) {
  OperationReport operation = refuted();
  Finding& finding = operation.findings[0];
  finding.path = "witnesses/1-w.case";
  for (size_t i = 1; i <= 9; ++i) finding.before_paths.push_back(path_before(finding.path, i));
  EXPECT_EQ(finding.before_paths[8], "witnesses/1-w-before-9.case");
  const auto command = [&] {
    return line_with(report_table(make_report({make_port("mine", {operation})}), "u", false, {}),
                     "u replay");
  };
  EXPECT_THAT(command(), HasSubstr("    u replay witnesses/1-w.case --port lib/ports/mine.so "
                                   "--calls-before"));
  operation.findings[0].before_paths[0] = "elsewhere.case";
  EXPECT_THAT(command(), HasSubstr("u replay elsewhere.case witnesses/1-w-before-2.case "));
}

TEST(Table, NamesAStrangersPortByItsPath) {
  PortReport port = make_port("sse", {});
  port.path = "elsewhere/sse.so";
  EXPECT_EQ(replay_command("u", port, "w.case", {"", "lib/ports"}),
            "u replay w.case --port elsewhere/sse.so");
  port.path = "lib/ports/mine.so";
  EXPECT_EQ(replay_command("u", port, "w.case", {"", "lib/ports"}),
            "u replay w.case --port lib/ports/mine.so");
  EXPECT_EQ(replay_command("u", port, "/w.case", {"out", ""}),
            "u replay /w.case --port lib/ports/mine.so");
  EXPECT_EQ(replay_command("u", port, "", {}), "");
}

TEST(Table, TellsAMachineFromAnother) {
  RunReport report = make_report({make_port("sve", {certified()}), make_port("sve", {refuted()})});
  report.ports[0].machine = "aarch64/vl128";
  report.ports[1].machine = "aarch64/vl2048";
  for (PortReport& port : report.ports) port.emulator = "qemu-aarch64 7.2";
  const std::string text = report_table(report, "./ulna", false, {"out", "lib/ports"});
  EXPECT_THAT(text, ContainsRegex("sve vl128 +transform_verts_and_tangents +certified"));
  EXPECT_THAT(text, ContainsRegex("sve vl2048 +slerp_joints +refuted"));
  EXPECT_THAT(text, HasSubstr("--port sve --machine aarch64/vl2048"));
  EXPECT_THAT(
      text,
      HasSubstr("for other machines:\nsve aarch64/vl128: by qemu-aarch64 7.2; not looked at: "));
  const std::string xml = junit_xml(report);
  EXPECT_THAT(xml, HasSubstr(R"(<testsuite name="sve aarch64/vl128")"));
  EXPECT_THAT(xml, HasSubstr(R"(<property name="emulator" value="qemu-aarch64 7.2"/>)"));
}

TEST(Table, SaysWhatRunsOnTheHardware) {
  RunReport report = make_report({make_port("mine", {certified()})});
  report.ports[0].machine = "i386";
  const std::string text = report_table(report, "./ulna");
  EXPECT_THAT(text, ContainsRegex("mine i386 +transform_verts_and_tangents +certified"));
  EXPECT_THAT(text, HasSubstr("for other machines:\nmine i386: on the hardware; not looked at: "));
  EXPECT_THAT(junit_xml(report), HasSubstr(R"(<property name="machine" value="i386"/>)"));
  EXPECT_THAT(junit_xml(report), Not(HasSubstr("emulator")));
}

TEST(Table, ShowsTheDriftOfBlendingOnly) {
  const std::string table = report_table(mixed_report(), "./ulna");
  EXPECT_THAT(table, HasSubstr("\npublished slerp_joints, measured, not judged: |norm^2 - 1| near "
                               "1e-03: 4.40e-06,\n    1e-02: inf, 1e-01: nothing\n"));
  const auto other = make_report({make_port("a", {certified()})});
  EXPECT_THAT(report_table(other, "./ulna"), Not(HasSubstr("measured")));
}

TEST(Table, EndsWithAVerdictThatRestatesTheRun) {
  const auto lines = lines_of(report_table(mixed_report(), "./ulna"));
  EXPECT_EQ(lines[lines.size() - 3], "refuted: 1 certified, 1 refuted, 2 not run");
  EXPECT_EQ(lines[lines.size() - 2],
            "seed 18446744073709551615, budget quick, 1 model; 2,468 cases, 2,469,134");
  EXPECT_EQ(lines.back(), "    elements, 12.50 s");
  EXPECT_THAT(report_table(make_report({make_port("a", {certified()})}), "u"),
              HasSubstr("\ncertified: 1 certified, 0 refuted, 0 not run\n"));
  EXPECT_THAT(report_table({}, "u"), HasSubstr("\nnot run: "));
}

TEST(Table, LetsNoPortSteerTheTerminal) {
  PortReport port = make_port("\x1b[2J\n", {refuted()});
  port.operations[0].findings[0].detail = "\x1b]0;title\x07";
  EXPECT_THAT(report_table(make_report({port}), "./ulna"), Not(HasSubstr("\x1b")));
}

// --- files.h

/// What the process may have of something, until the end of the block.
class Limit {
public:
  Limit(__rlimit_resource what, rlim_t limit) : what_(what) {
    ::getrlimit(what_, &old_);
    const rlimit lower{limit, old_.rlim_max};
    ::setrlimit(what_, &lower);
  }
  ~Limit() { ::setrlimit(what_, &old_); }

private:
  __rlimit_resource what_;
  rlimit old_{};
};

TEST(Files, WritesAndReadsBack) {
  const Folder folder;
  const std::string path = folder / "new/folders/file";
  const std::string text("a\0b\r\n\xff", 6);
  write_file_whole(path, "an older and longer text");
  write_file_whole(path, text);
  EXPECT_EQ(read_file(path), text);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "new/folders"), {}), 1);
  write_file_whole(path, "");
  EXPECT_EQ(read_file(path), "");
}

TEST(Files, FollowsALinkAndSparesADevice) {
  const Folder folder;
  write_file_whole(folder / "file", "old");
  fs::create_symlink("file", folder / "link");
  write_file_whole(folder / "link", "new");
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(read_file(folder / "file"), "new");

  fs::create_symlink("/dev/null", folder / "device");
  write_file_whole(folder / "device", "gone");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  fs::create_symlink("/dev/full", folder / "full");
  EXPECT_THAT(bad_input([&] { write_file_whole(folder / "full", "text"); }),
              HasSubstr("No space left on device; free some space"));
}

TEST(Files, WritesToTheShellsOwnFile) {
  const Folder folder;
  const int log = ::open((folder / "log").c_str(), O_RDWR | O_CREAT, 0600);
  std::fflush(stdout);
  const int saved = ::dup(STDOUT_FILENO);
  ::dup2(log, STDOUT_FILENO);
  write_file_whole("/dev/stdout", "one,");
  write_file_whole("/dev/stdout", "two");
  ::dup2(saved, STDOUT_FILENO);
  ::close(saved);
  std::string text(20, '\0');
  text.resize(static_cast<size_t>(::pread(log, text.data(), text.size(), 0)));
  ::close(log);
  EXPECT_EQ(text, "one,two");
  EXPECT_EQ(folder.files(), 1U);
}

TEST(Files, AnUnwritablePlaceIsOneClearLine) {
  const Folder folder;
  write_file_whole(folder / "file", "text");
  for (const char* place : {"file/below", "file/far/below"}) {
    const std::string message = bad_input([&] { write_file_whole(folder / place, "more"); });
    EXPECT_THAT(message, HasSubstr("cannot write " + folder / place + ": Not a directory; "));
    EXPECT_EQ(message.find('\n'), message.npos);
  }
  fs::create_directory(folder / "folder");
  EXPECT_THAT(bad_input([&] { write_file_whole(folder / "folder", "text"); }),
              HasSubstr("Is a directory; give the path of a file"));
  EXPECT_THAT(bad_input([&] { write_file_whole(folder / "folder/", "text"); }),
              HasSubstr("Is a directory"));
  EXPECT_THAT(bad_input([] { write_file_whole("", "text"); }), HasSubstr("without a name"));
  EXPECT_EQ(bad_input([&] { write_file_whole(folder / "a\nb/", "text"); }).find('\n'),
            std::string::npos);
  EXPECT_EQ(read_file(folder / "file"), "text");
  EXPECT_EQ(folder.files(), 2U);
}

TEST(Files, WritesWholeOrNotAtAll) {
  const Folder folder;
  const std::string path = folder / "file";
  write_file_whole(path, "old");
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{4096, 4096};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const std::string message =
        bad_input([&] { write_file_whole(path, std::string(1 << 20, 'x')); });
    const bool clear = message.find(path + ": File too large; raise the limit") != message.npos;
    ::_exit(clear ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_EQ(read_file(path), "old");
  EXPECT_EQ(folder.files(), 1U);
}

TEST(Files, RefusesWhatItCannotRead) {
  const Folder folder;
  EXPECT_EQ(bad_input([&] { read_file(folder / "missing"); }),
            "cannot read " + folder / "missing" +
                ": No such file or directory; check the spelling, or create it first");
  EXPECT_THAT(bad_input([&] { read_file(folder / ""); }), HasSubstr("Is a directory"));
  EXPECT_THAT(bad_input([&] { sha256_file(folder / "missing"); }), HasSubstr("No such file"));
  // It would wait for somebody to write.
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_THAT(bad_input([&] { read_file(folder / "pipe"); }), HasSubstr("it is no regular file"));
  write_file_whole(folder / "file", "12345");
  EXPECT_EQ(read_file(folder / "file", 5), "12345");
  EXPECT_THAT(bad_input([&] { read_file(folder / "file", 4); }), HasSubstr("larger than 4 bytes"));
}

TEST(Files, EveryErrorHasItsCure) {
  const Folder folder;
  fs::create_symlink("loop", folder / "loop");
  EXPECT_THAT(bad_input([&] { read_file(folder / "loop"); }), HasSubstr("lead in a circle"));
  // Below /proc the user can create nothing, whatever is missing.
  EXPECT_EQ(
      bad_input([&] { write_file_whole("/proc/nope/file", "text"); }),
      "cannot write /proc/nope/file: No such file or directory; nothing can be created there: "
      "choose another place");
  EXPECT_THAT(bad_input([&] { read_file(folder / std::string(300, 'x').c_str()); }),
              HasSubstr("choose a shorter path"));
  // Nothing is at address zero.
  EXPECT_THAT(bad_input([] { read_file("/proc/self/mem"); }),
              HasSubstr("choose another path or disk"));
  {
    const Limit descriptors(RLIMIT_NOFILE, 0);
    EXPECT_THAT(bad_input([&] { read_file(folder / "file"); }), HasSubstr("ulimit -n"));
  }
  const auto old = std::signal(SIGXFSZ, SIG_IGN);
  {
    const Limit bytes(RLIMIT_FSIZE, 4096);
    EXPECT_THAT(bad_input([&] { write_file_whole(folder / "f", std::string(1 << 20, 'x')); }),
                HasSubstr("ulimit -f"));
  }
  std::signal(SIGXFSZ, old);
  EXPECT_EQ(folder.files(), 1U);
}

TEST(Files, HashesAsTheStandardDoes) {
  // FIPS 180-4, and the hash of nothing.
  const std::string abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  EXPECT_EQ(sha256_hex("abc"), abc);
  EXPECT_EQ(sha256_hex(std::string_view()),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  const Folder folder;
  write_file_whole(folder / "file", "abc");
  EXPECT_EQ(sha256_file(folder / "file"), abc);
}

// --- machine.h

TEST(Machine, TheFingerprintIsStable) {
  const Machine a = this_machine(), b = this_machine();
  EXPECT_EQ(a.rsqrtps, b.rsqrtps);
  EXPECT_EQ(a.rcpps, b.rcpps);
  EXPECT_NE(a.rsqrtps, a.rcpps);
  EXPECT_EQ(a.rsqrtps.size(), 64U);
  EXPECT_EQ(a.fingerprint, b.fingerprint);
  EXPECT_EQ(a.fingerprint.size(), kFingerprintDigits);
  EXPECT_FALSE(a.cpu.empty());
}

TEST(Machine, TellsMissingFeatures) {
  const std::vector<std::string> present{"sse2", "pni", "avx"};
  using Features = std::vector<std::string>;
  EXPECT_EQ(missing_features("", present), Features());
  EXPECT_EQ(missing_features("pni", present), Features());
  EXPECT_EQ(missing_features(" pni , fma,avx2 ,", present), (Features{"fma", "avx2"}));
  EXPECT_EQ(missing_features("avx512f", present), Features{"avx512f"});
  EXPECT_EQ(missing_features("sse", present), Features{"sse"}); // a prefix is another feature
  EXPECT_EQ(missing_features("sse2"), Features());              // x86-64 always has it
  EXPECT_EQ(missing_features("3dnow"), Features{"3dnow"});      // which processors of today lack
}

TEST(Machine, KnowsWhatIsNoFeature) {
  const std::vector<std::string> present{"sse2", "pni", "newest_of_all"};
  EXPECT_EQ(missing_features("newest_of_all", present), std::vector<std::string>());
  const auto refusal = [&](const char* features) {
    return bad_input([&] { missing_features(features, present); });
  };
  const auto suggested = [&](const char* feature) {
    const std::string all = refusal(feature);
    const std::string start = fmt::format(
        "cpu_features: no CPU feature is called '{}' in /proc/cpuinfo; did you mean ", feature);
    return all.starts_with(start) && all.ends_with("?")
               ? all.substr(start.size(), all.size() - start.size() - 1)
               : all;
  };
  EXPECT_EQ(suggested("avx-2"), "avx2");
  EXPECT_EQ(suggested("AVX2"), "avx2");
  EXPECT_EQ(suggested("avx22"), "avx2");
  EXPECT_EQ(suggested("sse3"), "pni"); // though sse2 and ssse3 are nearer
  EXPECT_EQ(suggested("sse4.1"), "sse4_1");
  EXPECT_EQ(suggested("lzcnt"), "abm");
  EXPECT_EQ(suggested("avx512vnni"), "avx512_vnni");
  EXPECT_EQ(suggested("avx512_dq"), "avx512dq");
  EXPECT_THAT(refusal("pni,xyzzy"), testing::EndsWith("'xyzzy' in /proc/cpuinfo; see its line of "
                                                      "flags"));
  EXPECT_THAT(refusal("avx\x1b[2"), HasSubstr("'avx?[2'"));
}

TEST(Machine, KnowsTheFeaturesOfThisProcessorAndOfItsKin) {
  for (const std::string& feature : this_machine().features)
    EXPECT_EQ(missing_features(feature), std::vector<std::string>()) << feature;
  for (const char* feature : {"avx512f", "sha_ni", "fma4", "amx_tile", "avx_vnni"})
    EXPECT_EQ(missing_features(feature, {}), std::vector<std::string>{feature});
}

// --- progress.h

/// What `draw` writes to a terminal of the given width.
template <class Draw>
std::string on_terminal(unsigned short width, const Draw& draw) {
  int terminal = -1, descriptor = -1;
  winsize size{};
  size.ws_row = 10;
  size.ws_col = width;
  if (::openpty(&terminal, &descriptor, nullptr, nullptr, &size) != 0) return "no terminal";
  draw(descriptor);
  ::close(descriptor);
  // What was written takes a moment through the kernel; behind it reads fail.
  std::string text;
  char piece[4096];
  for (ssize_t n = 0; (n = ::read(terminal, piece, sizeof piece)) > 0;)
    text.append(piece, static_cast<size_t>(n));
  ::close(terminal);
  return text;
}

/// The environment variable CI has this value, or is not set, until the end of the test.
class Ci {
public:
  explicit Ci(const char* value) {
    if (const char* old = std::getenv("CI")) old_ = old;
    set(value);
  }
  ~Ci() { set(old_ ? old_->c_str() : nullptr); }

private:
  static void set(const char* value) {
    if (value) {
      ::setenv("CI", value, 1);
    } else {
      ::unsetenv("CI");
    }
  }
  std::optional<std::string> old_;
};

TEST(Progress, DrawsAtMostTenTimesASecondAndCleansUp) {
  const Ci ci(nullptr);
  const std::string text = on_terminal(60, [](int descriptor) {
    Progress progress(descriptor);
    for (int i = 0; i < 100; i++) progress.update(0.5, "slerp_joints");
  });
  EXPECT_THAT(text, HasSubstr("[##########..........]  50%  slerp_joints"));
  EXPECT_LT(text.size(), 300U);
  EXPECT_THAT(text, testing::EndsWith("\r\x1b[K"));
}

TEST(Progress, StaysOnOneLine) {
  const Ci ci(nullptr);
  const std::string text = on_terminal(40, [](int descriptor) {
    Progress(descriptor).update(kNaN, "two\nlines" + std::string(100, 'x'));
  });
  EXPECT_THAT(text, HasSubstr("]   0%  two lines"));
  EXPECT_EQ(text.find('\n'), text.npos);
  EXPECT_EQ(text.rfind("\r\x1b[K") - 4, 39U);
}

TEST(Progress, AddsOnlyWhatFitsWhole) {
  const Ci ci(nullptr);
  const std::vector<std::string> more = {"1.25", "0.50"};
  const auto drawn = [&](unsigned short columns) {
    const std::string text =
        on_terminal(columns, [&](int d) { Progress(d).update(0.5, "text", more); });
    return text.substr(text.find("text"), text.rfind('\r') - text.find("text"));
  };
  EXPECT_EQ(drawn(39), "text"); // the last column stays free
  EXPECT_EQ(drawn(40), "text  1.25");
  EXPECT_EQ(drawn(45), "text  1.25");
  EXPECT_EQ(drawn(46), "text  1.25  0.50");
}

TEST(Progress, OutlivesTheTerminal) {
  const Ci ci(nullptr);
  int terminal = -1, descriptor = -1;
  ASSERT_EQ(::openpty(&terminal, &descriptor, nullptr, nullptr, nullptr), 0);
  {
    Progress progress(descriptor);
    ::close(terminal);
    progress.update(0.5, "what");
  }
  ::close(descriptor);
}

TEST(Progress, IsSilentWhereNobodyLooks) {
  {
    const Ci ci("1");
    EXPECT_EQ(on_terminal(80, [](int d) { Progress(d).update(0.5, "text"); }), "");
  }
  const Ci ci(nullptr);
  const Folder folder;
  write_file_whole(folder / "file", "");
  const int file = ::open((folder / "file").c_str(), O_WRONLY);
  Progress(file).update(0.5, "text");
  ::close(file);
  EXPECT_EQ(read_file(folder / "file"), "");
}

} // namespace
} // namespace ulna
