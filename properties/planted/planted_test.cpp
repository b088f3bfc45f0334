// The proof that the judge can judge: every planted bug is refuted for its reason within the quick
// budget, and every right port is certified.

#include "cases/make_case.h"
#include "certify/arguments.h"
#include "certify/certify.h"
#include "certify/port_names.h"
#include "properties/planted/aarch64_manifest.h"
#include "properties/planted/i386_manifest.h"
#include "properties/planted/manifest.h"
#include "properties/planted/profile_manifest.h"
#include "properties/planted/rebuilt.h"
#include "properties/planted/riscv64_manifest.h"
#include "properties/planted/wasm_manifest.h"
#include "properties/planted/win64_manifest.h"
#include "properties/support.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <ostream>

namespace ulna {

// What GoogleTest calls the parameters.
namespace planted {
void PrintTo(const Bug& bug, std::ostream* out) {
  *out << bug.operation << ", " << bug.finding;
}
void PrintTo(const Right& right, std::ostream* out) {
  *out << right.name;
}
void PrintTo(const Promising& port, std::ostream* out) {
  *out << port.operation << ", " << port.would_do;
}
void PrintTo(const Breaking& port, std::ostream* out) {
  *out << port.operation << ", " << port.finding;
}
} // namespace planted

namespace {

/// The operation, with all of its generated elements, or a tenth.
Operation budgeted(Operation op, bool whole) {
  if (!whole) op.quick_elements /= 10;
  return op;
}

/// The test run is the same every time; ULNA_SEED=2 shows what it owes to the seed.
uint64_t seed() {
  const char* other = std::getenv("ULNA_SEED");
  return other ? parse_seed(other) : 1;
}

/// Those for x86-64 may be tried as they were built for another machine, in a folder below theirs.
std::string rebuilt_folder() {
  const char* const folder = std::getenv("ULNA_REBUILT");
  return folder ? std::string("/") + folder : "";
}

std::string planted_path(const std::string& port) {
  const char* const kind = port.starts_with("win64/")  ? ".dll"
                           : port.starts_with("wasm/") ? ".wasm"
                                                       : ".so";
  return ULNA_PLANTED_DIR + rebuilt_folder() + "/" + port + kind;
}

/// Whether it was left out where the others were built for another machine: it is written for x86.
bool is_left_out(const std::string& path) {
  return !rebuilt_folder().empty() && !std::filesystem::exists(path);
}

Plan plan_for(const std::string& path, const std::vector<const Operation*>& chosen, bool whole) {
  static std::deque<Operation> judged; // which reports refer to
  Plan plan;
  plan.ports = {path};
  for (const Operation* op : chosen)
    plan.operations.push_back(&judged.emplace_back(budgeted(*op, whole)));
  plan.budget = parse_budget("quick");
  plan.seed = seed();
  plan.shrink_seconds = 0.5; // judge_test and session_test take their time for it
  return plan;
}

RunReport run_plan(const Plan& plan) {
  Progress progress;
  return certify(plan, test_installation(), progress);
}

/// Of a bug the judging ends where it is refuted for its reason.
RunReport certify_port(const std::string& path, const std::vector<const Operation*>& chosen,
                       std::optional<FindingKind> until = {}, bool whole = true) {
  Plan plan = plan_for(path, chosen, whole);
  plan.until = until;
  return run_plan(plan);
}

FindingKind kind_named(std::string_view wanted) {
  for (int i = 0; i < kNumFindingKinds; ++i)
    if (name(static_cast<FindingKind>(i)) == wanted) return static_cast<FindingKind>(i);
  ADD_FAILURE() << "manifest.h: no kind of finding is called " << wanted;
  return {};
}

std::string kinds(const OperationReport& report) {
  std::string text;
  for (const Finding& f : report.findings)
    text += std::string(name(f.kind)) + ": " + f.detail + "\n";
  return text.empty() ? "no finding" : text;
}

/// Why this processor runs none of the ports, or nothing. What runs in an emulator always does.
std::string lacking(const RunReport& run) {
  std::string reason;
  for (const PortReport& port : run.ports)
    for (const OperationReport& report : port.operations) {
      if (!report.reason.starts_with("this CPU lacks ")) return {};
      reason = report.reason;
    }
  return reason;
}

/// Where it is built for another machine; else null.
const char* why_not_refuted(const planted::Bug& bug) {
  if (rebuilt_folder().empty()) return nullptr;
  for (const planted::NotRefuted& other : planted::kNotRefutedOnAArch64)
    if (other.name == bug.name) return other.why;
  return nullptr;
}

class PlantedBug : public testing::TestWithParam<planted::Bug> {};

TEST_P(PlantedBug, IsRefutedForItsReason) {
  const planted::Bug& bug = GetParam();
  const std::string path = planted_path(bug.name);
  if (is_left_out(path)) GTEST_SKIP() << "written for x86";
  const RunReport run =
      certify_port(path, {&operation_named(bug.operation)}, kind_named(bug.finding));
  if (const std::string reason = lacking(run); !reason.empty()) GTEST_SKIP() << reason;
  if (const char* const why = why_not_refuted(bug)) {
    EXPECT_EQ(exit_code(run), 0) << "it is refuted; rebuilt.h says: " << why;
    return;
  }
  EXPECT_EQ(exit_code(run), 1);
  bool found = false;
  std::string all;
  for (const PortReport& port : run.ports) { // one of its machines is enough
    const OperationReport& report = port.operations.at(0);
    all += report.reason + kinds(report);
    for (const Finding& f : report.findings) {
      const std::string_view kind = name(f.kind);
      if (kind != bug.finding && kind != bug.or_finding) continue;
      found = true;
      EXPECT_EQ(report.verdict, Verdict::refuted);
      EXPECT_NO_THROW(validate(f.witness));
    }
  }
  EXPECT_TRUE(found) << "owed " << bug.finding << ", found:\n" << all;
}

/// "aarch64/bug_x19" is the path of a port.
std::string test_name(std::string port) {
  std::ranges::replace(port, '/', '_');
  return port;
}

INSTANTIATE_TEST_SUITE_P(All, PlantedBug, testing::ValuesIn(planted::kBugs),
                         [](const auto& test) { return test_name(test.param.name); });

void expect_certified(const RunReport& run) {
  for (const PortReport& port : run.ports) {
    int certified = 0;
    for (const OperationReport& report : port.operations) {
      if (report.reason.starts_with("the port does not implement it;")) continue;
      EXPECT_EQ(report.verdict, Verdict::certified) << report.operation->name << "\n"
                                                    << report.reason << kinds(report);
      ++certified;
    }
    EXPECT_GT(certified, 0) << label(port);
  }
  EXPECT_GT(run.ports.size(), 0u);
}

/// Of most elements the generator makes more of the same: a right port is judged with all edge
/// cases and a tenth of those elements in every run, and with all where the environment asks for
/// it.
bool whole() {
  return std::getenv("ULNA_WHOLE") != nullptr;
}

class RightPort : public testing::TestWithParam<planted::Right> {};

TEST_P(RightPort, IsCertified) {
  const std::string path = planted_path(GetParam().name);
  if (is_left_out(path)) GTEST_SKIP() << "written for x86";
  const RunReport run = certify_port(path, {operations().begin(), operations().end()}, {}, whole());
  if (const std::string reason = lacking(run); !reason.empty()) GTEST_SKIP() << reason;
  expect_certified(run);
}

std::string promising_path(const char* port) {
  return planted_path(std::string("profile_") + port);
}

/// The verdict on a port that promises profiles, under those.
OperationReport judge_promise(const char* port, const char* operation, bool all_elements,
                              std::optional<FindingKind> until = {}) {
  return certify_port(promising_path(port), {&operation_named(operation)}, until, all_elements)
      .ports.at(0)
      .operations.at(0);
}

/// The same by the whole contract, until it is refuted.
OperationReport judge_in_full(const char* port, const char* operation, bool all_elements,
                              bool suggests) {
  Plan plan = plan_for(promising_path(port), {&operation_named(operation)}, all_elements);
  plan.profiles = Profiles();
  plan.only_asks = true;
  plan.suggests_profiles = suggests;
  return run_plan(plan).ports.at(0).operations.at(0);
}

class PromisingPort : public testing::TestWithParam<planted::Promising> {};

TEST_P(PromisingPort, IsCertifiedUnderItsProfileAlone) {
  const planted::Promising& port = GetParam();
  if (is_left_out(promising_path(port.name))) GTEST_SKIP() << "written for x86";
  const OperationReport promised = judge_promise(port.name, port.operation, whole());
  EXPECT_EQ(promised.verdict, Verdict::certified) << promised.reason << kinds(promised);
  EXPECT_FALSE(promised.profiles.empty());
  const bool suggests = whole() || port.suggests_in_every_run;
  const OperationReport full = judge_in_full(port.name, port.operation, whole(), suggests);
  EXPECT_EQ(full.verdict, Verdict::refuted);
  EXPECT_TRUE(full.profiles.empty());
  EXPECT_EQ(names(full.would_pass_under), suggests ? port.would_do : "") << kinds(full);
}

INSTANTIATE_TEST_SUITE_P(All, PromisingPort, testing::ValuesIn(planted::kPromising),
                         [](const auto& test) { return std::string(test.param.name); });

class BreakingPort : public testing::TestWithParam<planted::Breaking> {};

TEST_P(BreakingPort, IsRefutedUnderItsProfile) {
  const planted::Breaking& port = GetParam();
  if (is_left_out(promising_path(port.name))) GTEST_SKIP() << "written for x86";
  const OperationReport report =
      judge_promise(port.name, port.operation, true, kind_named(port.finding));
  EXPECT_EQ(report.verdict, Verdict::refuted) << report.reason;
  EXPECT_FALSE(report.profiles.empty());
  const auto owed = std::ranges::find_if(
      report.findings, [&](const Finding& f) { return name(f.kind) == std::string(port.finding); });
  ASSERT_NE(owed, report.findings.end()) << kinds(report);
  EXPECT_TRUE(is_within(report.profiles, owed->witness)) << "its witness is outside";
}

INSTANTIATE_TEST_SUITE_P(All, BreakingPort, testing::ValuesIn(planted::kBreaking),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(Suggestion, IsNoneWhereAQuickRunWouldNotFindTheBug) {
  if (!rebuilt_folder().empty()) GTEST_SKIP() << "its machine code is not read elsewhere";
  const OperationReport full = judge_in_full("bug_of_one_count", "lerp_joints", true, true);
  EXPECT_EQ(full.verdict, Verdict::refuted);
  EXPECT_EQ(names(full.would_pass_under), "");
}

class EmulatedPort : public testing::TestWithParam<std::string> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(EmulatedPort); // where no other machine is built for

/// Every operation that it has: those that it lacks are not judged.
TEST_P(EmulatedPort, OfOursIsCertified) {
  const std::string path = port_path(GetParam(), test_installation());
  const PortInfo port = Session(path, test_installation().worker).port();
  std::vector<const Operation*> all;
  for (const Operation* op : operations())
    if (port.implements(*op)) all.push_back(op);
  expect_certified(certify_port(path, all, {}, whole()));
}

/// All that are built for the machine.
auto built_for(const std::string& machine) {
  std::vector<std::string> ports = builtin_ports(test_installation(), machine);
  for (std::string& port : ports) port = machine + "/" + port;
  return testing::ValuesIn(ports);
}

TEST(Rebuilt, AreNearlyAllPlantedPorts) {
  if (rebuilt_folder().empty()) GTEST_SKIP() << "for the night";
  size_t all = 0, there = 0;
  const auto count = [&](const std::string& name) {
    ++all;
    there += !is_left_out(planted_path(name));
  };
  for (const planted::Bug& bug : planted::kBugs) count(bug.name);
  for (const planted::Right& right : planted::kRight) count(right.name);
  EXPECT_GE(there, all * 85 / 100);
}

INSTANTIATE_TEST_SUITE_P(All, RightPort, testing::ValuesIn(planted::kRight),
                         [](const auto& test) { return test_name(test.param.name); });

// Where the compilers and the emulators are: CMakeLists.txt.
INSTANTIATE_TEST_SUITE_P(AArch64, PlantedBug, testing::ValuesIn(planted::kAArch64Bugs),
                         [](const auto& test) { return test_name(test.param.name); });
INSTANTIATE_TEST_SUITE_P(AArch64, RightPort, testing::ValuesIn(planted::kAArch64Right),
                         [](const auto& test) { return test_name(test.param.name); });
INSTANTIATE_TEST_SUITE_P(AArch64, EmulatedPort, built_for("aarch64"),
                         [](const auto& test) { return test_name(test.param); });
INSTANTIATE_TEST_SUITE_P(Riscv64, PlantedBug, testing::ValuesIn(planted::kRiscv64Bugs),
                         [](const auto& test) { return test_name(test.param.name); });
INSTANTIATE_TEST_SUITE_P(Riscv64, RightPort, testing::ValuesIn(planted::kRiscv64Right),
                         [](const auto& test) { return test_name(test.param.name); });
INSTANTIATE_TEST_SUITE_P(Riscv64, EmulatedPort, built_for("riscv64"),
                         [](const auto& test) { return test_name(test.param); });
INSTANTIATE_TEST_SUITE_P(I386, PlantedBug, testing::ValuesIn(planted::kI386Bugs),
                         [](const auto& test) { return test_name(test.param.name); });
INSTANTIATE_TEST_SUITE_P(I386, RightPort, testing::ValuesIn(planted::kI386Right),
                         [](const auto& test) { return test_name(test.param.name); });
INSTANTIATE_TEST_SUITE_P(Win64, PlantedBug, testing::ValuesIn(planted::kWin64Bugs),
                         [](const auto& test) { return test_name(test.param.name); });
INSTANTIATE_TEST_SUITE_P(Win64, RightPort, testing::ValuesIn(planted::kWin64Right),
                         [](const auto& test) { return test_name(test.param.name); });
INSTANTIATE_TEST_SUITE_P(Wasm, PlantedBug, testing::ValuesIn(planted::kWasmBugs),
                         [](const auto& test) { return test_name(test.param.name); });
INSTANTIATE_TEST_SUITE_P(Wasm, RightPort, testing::ValuesIn(planted::kWasmRight),
                         [](const auto& test) { return test_name(test.param.name); });
INSTANTIATE_TEST_SUITE_P(Wasm, EmulatedPort, built_for("wasm"),
                         [](const auto& test) { return test_name(test.param); });
INSTANTIATE_TEST_SUITE_P(Win64, EmulatedPort, built_for("win64"),
                         [](const auto& test) { return test_name(test.param); });
INSTANTIATE_TEST_SUITE_P(I386, EmulatedPort, built_for("i386"),
                         [](const auto& test) { return test_name(test.param); });

} // namespace
} // namespace ulna
