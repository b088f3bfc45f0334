// The judge by itself: calls that a test makes up, so that what a port does once in a million
// calls, or on another machine, is judged every time. And runs that end without a verdict.
#include "base/error.h"
#include "calls/in_process.h"
#include "calls/layout.h"
#include "cases/make_case.h"
#include "certify/certify.h"
#include "operations/bones/bone_judging.h"
#include "operations/conversion/conversion.h"
#include "operations/list.h"
#include "properties/made_up_call.h"
#include "properties/quick_plan.h"
#include "properties/support.h"
#include "report/out_folder.h"
#include "search/shrink.h"

#include <gmock/gmock.h>

#include <pty.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <set>
#include <thread>
#include <utility>

namespace ulna {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using End = CallResult::End;

std::string planted(const std::string& name) {
  return std::string(ULNA_PLANTED_DIR) + "/" + name + ".so";
}

std::string builtin(const std::string& name) {
  return test_installation().ports_dir + "/" + name + ".so";
}

// --- One call ---------------------------------------------------------------------------------

CallResult died(int signal) {
  CallResult result;
  result.end = End::died;
  result.signal = signal;
  return result;
}

CallResult faulted(int array, int64_t offset, int64_t from_stack) {
  CallResult result = died(SIGSEGV);
  result.fault.signal = SIGSEGV;
  result.fault.code = SEGV_MAPERR;
  result.fault.address = 0x1000;
  result.fault.array = array;
  result.fault.offset = offset;
  result.fault.from_stack = from_stack;
  return result;
}

/// Kind and detail of each finding, for a call that left all as it was.
std::vector<std::string> found(const Case& c, const CallResult& result, const Outputs& outputs) {
  Tally tally;
  Random random(1, 1);
  std::vector<std::string> all;
  for (const Finding& f : judge_outputs(c, result, outputs, tally, random).findings)
    all.push_back(std::string(name(f.kind)) + ": " + f.detail);
  return all;
}

TEST(OneCall, OfARightStateShowsNothing) {
  const Case c = make_case(transform_verts());
  EXPECT_THAT(found(c, returned(c), {Output{}}), IsEmpty());
}

/// The first case of so many, of numbers that characters have.
Case five_vertices() {
  const Operation& op = transform_verts();
  for (uint64_t i = 0;; ++i)
    if (Case c = op.generate(1, i); op.size(c) == 5) return c;
}

TEST(OneCall, CountsItsErrorsByPartsOfTheirBounds) {
  const Operation& op = transform_verts();
  Case c = five_vertices();
  Array left(c.arrays[size_t(op.output)].size()); // zeros, but for one NaN
  left.set_word(1, 0x7fc00000);
  Tally tally;
  Random random(1, 1);
  judge_outputs(c, returned(c), {Output{{left.data(), left.size()}, {}, {}}}, tally, random);
  uint64_t all = 0;
  for (const Distribution& errors : tally.errors)
    for (const uint64_t n : errors) all += n;
  EXPECT_EQ(all, tally.words);
  EXPECT_GE(tally.errors[0][kErrorParts], 5u) << "with the NaN";
  EXPECT_TRUE(is_counted(tally.errors[0]));
  Tally twice = tally;
  twice.merge(Tally(tally));
  EXPECT_EQ(twice.errors[0][kErrorParts], 2 * tally.errors[0][kErrorParts]);
}

TEST(OneCall, NamesTheWordOfItsLargestError) {
  const Operation& op = transform_verts();
  Case c = five_vertices();
  Array left(c.arrays[size_t(op.output)].size());
  left.set_word(14, std::bit_cast<uint32_t>(1e30f));
  Tally tally;
  Random random(1, 1);
  judge_outputs(c, returned(c), {Output{{left.data(), left.size()}, {}, {}}}, tally, random);
  const Largest& largest = tally.largest[0];
  EXPECT_EQ(name_of(op, largest.word), "verts[1].position.z");
  EXPECT_EQ(std::bit_cast<float>(largest.word.got), 1e30f);
  EXPECT_EQ(largest.word.error, largest.error);
}

TEST(OneCall, WithANaNStillTellsTheErrorsThatAreNumbers) {
  const Operation& op = transform_verts();
  Case c = five_vertices();
  Array left(c.arrays[size_t(op.output)].size()); // zeros, but for one NaN before all others
  left.set_word(0, 0x7fc00000);
  Tally tally;
  Random random(1, 1);
  const Judgement judgement =
      judge_outputs(c, returned(c), {Output{{left.data(), left.size()}, {}, {}}}, tally, random);
  const Largest& largest = tally.largest[0];
  EXPECT_EQ(largest.not_finite, 1u);
  EXPECT_EQ(largest.fraction, INFINITY);
  EXPECT_GT(largest.finite.error, 0);
  EXPECT_TRUE(std::isfinite(largest.finite.fraction));
  EXPECT_EQ(largest.finite.fraction, largest.finite.error / largest.finite.bound);
  ASSERT_FALSE(judgement.findings.empty());
  EXPECT_EQ(judgement.findings[0].kind, FindingKind::out_of_bound);
  EXPECT_THAT(judgement.findings[0].detail, testing::HasSubstr("got nan"));
}

TEST(OneCall, ThatLeftAnElementAsItWasIsToldBySayingSo) {
  const Operation& op = transform_verts();
  Case c = five_vertices();
  Array& verts = c.arrays[size_t(op.output)];
  verts.set_word(0,
                 std::bit_cast<uint32_t>(1e30f)); // far from what is owed, as any contents may be
  const auto detail = [&](const Array& left) {
    Tally tally;
    Random random(1, 1);
    for (const Finding& f :
         judge_outputs(c, returned(c), {Output{{left.data(), left.size()}, {}, {}}}, tally, random)
             .findings)
      if (f.kind == FindingKind::out_of_bound) return f.detail;
    return std::string("nothing");
  };
  const char* const remark = kNeverWritten;
  EXPECT_THAT(detail(verts), testing::EndsWith(remark));
  Array other = verts;
  other.set_word(0, std::bit_cast<uint32_t>(2e30f));
  EXPECT_THAT(detail(other), testing::StartsWith("verts[0].position.x: got 2.00000003e+30"));
  EXPECT_THAT(detail(other), testing::Not(testing::HasSubstr(remark)));
  verts.set_word(0, 0); // which a port may well have written, but not if it left the others
  EXPECT_THAT(detail(verts),
              testing::AllOf(testing::HasSubstr("got 0"), testing::EndsWith(remark)));
  other = verts;
  other.set_word(1, std::bit_cast<uint32_t>(2e30f));
  EXPECT_THAT(detail(other), testing::Not(testing::HasSubstr(remark)));
}

TEST(OneCall, ThatWroteTheCallersFrameWroteOutside) {
  const Case c = make_case(transform_verts());
  CallResult result = returned(c);
  result.state.frame = 3;
  EXPECT_THAT(found(c, result, {Output{}}),
              ElementsAre("wrote_outside: wrote 3 words of the caller's stack frame, above the "
                          "return address"));
}

TEST(OneCall, OfAnotherMachineIsJudgedByItsConvention) {
  Case c = make_case(transform_verts());
  CallResult result;
  result.convention = &arena::kAArch64;
  EXPECT_THAT(found(c, result, {Output{}}), IsEmpty());
  result.state.registers = 1U << 11;
  result.state.stack = 16;
  result.state.controls[0] = 1U << 24;
  EXPECT_THAT(found(c, result, {Output{}}),
              ElementsAre("changed_registers: came back with a changed d8",
                          "changed_stack: came back with sp off by 16 bytes",
                          "changed_control: came back with FPCR 0x01000000, was 0x00000000"));
}

TEST(OneCall, ThatReturnsWithoutTheSignReturnsWrongOnRiscv) {
  const Case c = make_case(operation_named("bone_offset_matrices"));
  CallResult result;
  result.state.returned = -1;
  result.convention = &arena::kRiscv64;
  const Outputs outputs(c.arrays.size()); // as many as there can be
  const std::vector<Finding> findings = judge_call(c, result, outputs).findings;
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].kind, FindingKind::wrong_return);
  EXPECT_EQ(findings[0].detail, "returned -1 without its sign in the upper half of the register, "
                                "which holds 0x00000000");
  result.state.returned_above = UINT32_MAX;
  EXPECT_THAT(judge_call(c, result, outputs).findings, IsEmpty());
}

TEST(OneCall, ThatLeftTheX87UnitAtSinglePrecisionIsFound) {
  const Case c = make_case(transform_verts());
  CallResult result = returned(c);
  result.state.controls[1] = 0x007f;
  EXPECT_THAT(found(c, result, {Output{}}),
              ElementsAre("changed_x87: came back with x87 control word 0x007f, was 0x037f"));
}

TEST(OneCall, ThatFaultedNearTheStackRanOutOfIt) {
  const Case c = make_case(transform_verts());
  EXPECT_THAT(found(c, faulted(-1, 0, -4096), {}), ElementsAre("crashed: ran out of stack"));
  EXPECT_THAT(found(c, faulted(-1, 0, -(1 << 20)), {}),
              ElementsAre("read_outside: read address 0x1000, in no array"));
}

TEST(OneCall, ThatFaultedBeforeAnArrayIsToldByIt) {
  const Case c = make_case(transform_verts());
  EXPECT_THAT(found(c, faulted(0, -16, 1 << 20), {}),
              ElementsAre("read_outside: read 16 bytes before verts"));
}

TEST(OneCall, ThatWroteARecordIsToldByIt) {
  const Case c = make_case(convert_to_blended_mesh());
  CallResult result = faulted(int(c.arrays.size()) + 1, 4, 1 << 20);
  result.fault.write = 1;
  EXPECT_THAT(found(c, result, {}), ElementsAre("wrote_outside: wrote byte 4 of limits"));
}

TEST(OneCall, ThatChangedWhatLiesAroundAnOutputWroteOutside) {
  const Case c = make_case(transform_verts());
  std::vector<std::byte> around(64);
  for (size_t i = 0; i < around.size(); ++i) around[i] = std::byte(i);
  const std::vector<std::byte> owed = around;
  const auto all = std::span<const std::byte>(around);
  EXPECT_THAT(found(c, returned(c), {Output{{}, all, all, owed, owed}}), IsEmpty());
  around[61] = std::byte{0}; // as seen from the array: the third byte before it
  EXPECT_THAT(found(c, returned(c), {Output{{}, all, {}, owed, {}}}),
              ElementsAre("wrote_outside: wrote 3 bytes before verts"));
  EXPECT_THAT(found(c, returned(c), {Output{{}, {}, all, {}, owed}}),
              ElementsAre("wrote_outside: wrote 61 bytes behind the end of verts"));
}

TEST(OneCall, NamesWordsThatNoMemberNames) {
  EXPECT_EQ(word_name(update_skinned_mesh(), 0, 2, 4), "dst[2].normal.y");
  EXPECT_EQ(word_name(update_skinned_mesh(), 0, 2, 7), "dst[2], byte 28");
}

// Only a port that lifts the protection of its pages can do this.
TEST(OneCall, ThatChangedARecordIsNoticed) {
  const Operation& op = convert_to_blended_mesh();
  Case c = op.generate(1, op.num_edge_cases);
  for (uint64_t i = 1; !is_small(c); ++i) c = op.generate(1, op.num_edge_cases + i);
  std::vector<std::byte> slot(arena::file_offset(1, 0));
  arena::Call call;
  lay_out(slot.data(), c, 0, call);
  EXPECT_EQ(changed_input(slot.data(), c, call), -1);
  const size_t limits = c.arrays.size() + 1;
  slot[arena::file_offset(0, limits) + call.regions[limits].offset] ^= std::byte{1};
  EXPECT_EQ(changed_input(slot.data(), c, call), int(limits));
  EXPECT_EQ(array_name(c, limits), "limits");
}

// --- Conversions, which are judged as a whole ---------------------------------------------------

/// A call of a conversion and all it left; a port of ours made it.
struct Conversion {
  Case c;
  CallResult result;
  std::vector<std::vector<std::byte>> outputs;

  std::vector<std::string> found() const {
    Outputs spans;
    for (const auto& output : outputs) spans.push_back({output, {}, {}});
    return ulna::found(c, result, spans);
  }
};

Conversion convert(const Case& c) {
  Conversion made{c, {}, {}};
  Session session(test_installation().ports_dir + "/scalar.so", test_installation().worker);
  const Case* const one[] = {&c};
  session.run(one, [&](size_t, const CallResult& result, const Outputs& outputs) {
    made.result = result;
    for (const Output& o : outputs) made.outputs.emplace_back(o.bytes.begin(), o.bytes.end());
  });
  return made;
}

Case conversion_of_many_faces() {
  const Operation& op = convert_to_blended_mesh();
  for (uint64_t i = op.num_edge_cases;; ++i) {
    Case c = op.generate(1, i);
    if (op.size(c) >= 8 && c.arrays[conversion::kInfluences].size() > 0 &&
        convert(c).result.state.returned == ULNA_CONVERTED)
      return c;
  }
}

TEST(WholeConversion, ThatIsRefusedLeavesItsArraysAlone) {
  Case c = conversion_of_many_faces();
  c.integers[conversion::kMaxInfluences] = 0;
  Conversion refused = convert(c);
  ASSERT_EQ(refused.result.state.returned, ULNA_BAD_LIMITS);
  ASSERT_THAT(refused.found(), IsEmpty());
  refused.outputs[conversion::kSubsets - conversion::kVertices][5] ^= std::byte{1};
  EXPECT_THAT(refused.found(),
              ElementsAre("not_valid: wrote subsets although it returned an error"));
}

TEST(WholeConversion, SaysNothingOfDenormalWeightsThatMayCountAsZero) {
  Conversion made = convert(conversion_of_many_faces());
  for (auto& output : made.outputs) std::fill(output.begin(), output.end(), std::byte{0x7f});
  ASSERT_THAT(made.found(), SizeIs(1)) << "what is no conversion is judged";
  made.c.flush = true;
  made.result.state = returned(made.c).state;
  made.c.arrays[conversion::kInfluences].as<ulna_influence>()[0].weight = 0x1p-140f;
  EXPECT_THAT(made.found(), IsEmpty());
  Tally tally;
  Random random(1, 1);
  Outputs spans;
  for (const auto& output : made.outputs) spans.push_back({output, {}, {}});
  judge_outputs(made.c, made.result, spans, tally, random);
  EXPECT_EQ(tally.elements, 0u);
  EXPECT_EQ(tally.unjudged, made.c.operation->size(made.c));
}

// --- Bones --------------------------------------------------------------------------------------

// A port may find such a matrix singular or not: what it computes of the determinant is lost.
TEST(ABone, OfASingularMatrixThatRoundingHidesMayBeReported) {
  const auto diagonal = [](float a, float b, float c) {
    return ulna_mat44{{a, a, 0, 0, b, b, 0, 0, 0, 0, c, 0, 0, 0, 0, 1}};
  };
  using bones::Report;
  EXPECT_EQ(bones::rule_on_local(diagonal(1, 1, 1), false).report, Report::must);
  EXPECT_EQ(bones::rule_on_local(diagonal(0x1p-70f, 0x1p-70f, 1), false).report, Report::may);
  EXPECT_EQ(bones::rule_on_local(diagonal(0x1p+60f, 0x1p+60f, 1), false).report, Report::may);
}

// --- More calls of one case ---------------------------------------------------------------------

/// A caller that makes no calls: `answer` says how the n-th one goes, pairs after all others.
class Scripted : public Caller {
public:
  using Answer = std::function<void(int n, const Case&, CallResult&)>;
  explicit Scripted(Answer answer) : answer_(std::move(answer)) {}

  const PortInfo& port() const override { return info_; }
  void run(std::span<const Case* const> cases, const OnResult& on_result) override {
    for (size_t i = 0; i < cases.size(); ++i) give(calls_++, i, *cases[i], on_result);
  }
  void run_together(const Case& a, const Case& b, const OnResult& on_result) override {
    give(kPair, 0, a, on_result);
    give(kPair, 1, b, on_result);
  }
  void restart() override {}
  double worker_seconds() const override { return 0; }

  static constexpr int kPair = 1 << 20;

private:
  void give(int n, size_t i, const Case& c, const OnResult& on_result) {
    CallResult result = returned(c);
    answer_(n, c, result);
    Outputs outputs;
    for (size_t a = 0; a < c.arrays.size() && result.end == End::returned; ++a)
      if (c.operation->arrays[a].output)
        outputs.push_back({{c.arrays[a].data(), c.arrays[a].size()}, {}, {}});
    on_result(i, result, outputs);
  }

  Answer answer_;
  PortInfo info_;
  int calls_ = 0;
};

/// What is found when one case is replayed: 0 and 1 are its first calls, 2 the next, 3 one with
/// other leftovers, 4 one with other values, 5 one after it.
std::vector<std::string> replayed(const Case& c, Scripted::Answer answer) {
  Judge judge(std::make_unique<Scripted>(std::move(answer)), 1);
  Tally tally;
  std::vector<std::string> all;
  for (const Finding& f : judge.replay(c, tally).findings)
    all.push_back(std::string(name(f.kind)) + ": " + f.detail);
  return all;
}

/// Nothing to compute, so that any answer that returns is right.
Case nothing_to_do() {
  return make_case(transform_verts());
}

/// A stepped call that dies of the signal: whether it was stepped, and what was found.
struct Stepped {
  explicit Stepped(int signal) {
    Judge judge(std::make_unique<Scripted>(
                    [=](int, const Case&, CallResult& result) { result = died(signal); }),
                1);
    report.operation = &transform_verts();
    was = judge.check_stepped(nothing_to_do(), ulna::Stepped::from_the_start, report);
    deaths = judge.deaths();
  }

  OperationReport report;
  bool was;
  int deaths;
};

TEST(SteppedCall, ThatDiesOfTheStepsSaysNothingOfThePort) {
  const Stepped stepped(SIGTRAP);
  EXPECT_FALSE(stepped.was);
  EXPECT_THAT(stepped.report.findings, IsEmpty());
  EXPECT_EQ(stepped.deaths, 0);
}

TEST(SteppedCall, ThatDiesOtherwiseIsAFinding) {
  const Stepped stepped(SIGSEGV);
  EXPECT_TRUE(stepped.was);
  ASSERT_THAT(stepped.report.findings, SizeIs(1));
  EXPECT_EQ(stepped.report.findings[0].kind, FindingKind::crashed);
  EXPECT_THAT(stepped.report.findings[0].detail,
              testing::StartsWith("called one instruction at a time, "));
}

TEST(MoreCalls, ThatAllReturnTheSameShowNothing) {
  EXPECT_THAT(replayed(nothing_to_do(), [](int, const Case&, CallResult&) {}), IsEmpty());
}

TEST(MoreCalls, ThatDoNotReturnAreNotRepeatable) {
  EXPECT_THAT(replayed(nothing_to_do(),
                       [](int n, const Case&, CallResult& result) {
                         if (n == 2) result = died(SIGSEGV);
                       }),
              ElementsAre("not_repeatable: a later call did not return"));
}

TEST(MoreCalls, WithOtherLeftoversThatDoNotReturnAreNotRepeatable) {
  EXPECT_THAT(replayed(nothing_to_do(),
                       [](int, const Case& c, CallResult& result) {
                         if (c.leftovers == Leftovers::nans) result = died(SIGSEGV);
                       }),
              ElementsAre("not_repeatable: with nans in undefined registers, a later call did not "
                          "return"));
}

TEST(MoreCalls, AfterOtherValuesThatDoNotReturnAreNotRepeatable) {
  EXPECT_THAT(replayed(nothing_to_do(),
                       [](int n, const Case&, CallResult& result) {
                         if (n == 5) result = died(SIGSEGV);
                       }),
              ElementsAre("not_repeatable: after a call with other values at the same addresses, "
                          "a later call did not return"));
}

TEST(MoreCalls, ThatReturnAnotherValueAreNotRepeatable) {
  Case c = make_case(bone_offset_matrices());
  const std::vector<std::string> all = replayed(
      c, [](int n, const Case&, CallResult& result) { result.state.returned = n == 2 ? 7 : -1; });
  EXPECT_THAT(all, ElementsAre("not_repeatable: the values returned differ"));
}

TEST(MoreCalls, OfAPairThatDoNotReturnAreNotReentrant) {
  const auto ending = [](const CallResult& broken) {
    return replayed(nothing_to_do(), [&](int n, const Case&, CallResult& result) {
      if (n == Scripted::kPair) result = broken;
    });
  };
  const std::string owed = "not_reentrant: with another thread's call on other data in the middle, "
                           "it did not return: ";
  EXPECT_THAT(ending(died(SIGBUS)), ElementsAre(owed + "died of SIGBUS"));
  CallResult ended;
  ended.end = End::exited;
  ended.exit_code = 37;
  EXPECT_THAT(ending(ended), ElementsAre(owed + "ended the process with code 37"));
  ended.end = End::hung;
  EXPECT_THAT(ending(ended), ElementsAre(owed + "no end within the limit"));
}

// The case with other values is as good a case as any: it becomes the witness.
TEST(MoreCalls, WithOtherValuesThatDoNotReturnAreFindingsOfTheirOwn) {
  const Operation& op = transform_verts();
  Case empty; // of vertices, so that any answer that returns is right, and not of joints
  for (uint64_t i = 0; !empty.operation; ++i) {
    ASSERT_LT(i, 2000u);
    Case c = op.generate(1, i);
    if (op.size(c) == 0 && !same_input(c, variant(c, false))) empty = std::move(c);
  }
  const std::vector<Case> cases(1000, empty); // one in 64 is called again after other values
  Judge judge(std::make_unique<Scripted>([&](int, Case c, CallResult& result) {
                c.leftovers = empty.leftovers;
                if (!same_input(c, empty)) result = died(SIGILL);
              }),
              1);
  OperationReport report;
  report.operation = &op;
  judge.check(cases, report);
  ASSERT_THAT(report.findings, SizeIs(1));
  EXPECT_EQ(report.findings[0].detail, "died of SIGILL");
  EXPECT_FALSE(same_input(report.findings[0].witness, empty));
}

// Each hang costs seconds, and a case has many that are smaller.
TEST(Shrinking, OfACaseWhoseSmallerOnesHangEndsSoon) {
  const Operation& op = transform_verts();
  Case large = op.generate(1, op.num_edge_cases);
  for (uint64_t i = 1; op.size(large) < 50; ++i) large = op.generate(1, op.num_edge_cases + i);
  int hangs = 0;
  Judge judge(std::make_unique<Scripted>([&](int, const Case& c, CallResult& result) {
                result = died(SIGILL);
                if (same_input(c, large)) return;
                result.end = End::hung;
                ++hangs;
              }),
              1);
  Finding finding;
  finding.kind = FindingKind::crashed;
  finding.witness = large;
  shrink(judge, finding, 1000);
  EXPECT_TRUE(same_input(finding.witness, large));
  EXPECT_EQ(std::exchange(hangs, 0), 2);

  Largest largest;
  largest.fraction = 1;
  largest.witness = large;
  shrink_largest(judge, largest, 0);
  EXPECT_TRUE(same_input(largest.witness, large));
  EXPECT_EQ(hangs, 1);
}

// With few elements two threads seldom meet where it matters: such a witness would be replayed in
// vain.
TEST(Shrinking, OfARaceKeepsACaseThatShowsItEachTime) {
  constexpr size_t kEnough = 20;
  const Operation& op = lerp_joints();
  Case large = op.generate(1, op.num_edge_cases);
  for (uint64_t i = 1; op.size(large) < 3 * kEnough; ++i)
    large = op.generate(1, op.num_edge_cases + i);
  large.real = 0; // all stays as it is, which is what is scripted
  int pairs = 0;
  Judge judge(std::make_unique<Scripted>([&](int n, const Case& c, CallResult& result) {
                if (n != Scripted::kPair) return;
                constexpr int kSeldom = 2500; // a replay makes 1,600 of these calls
                if (op.size(c) >= kEnough || ++pairs % kSeldom == 0) result = died(SIGBUS);
              }),
              1);
  Finding finding;
  finding.kind = FindingKind::not_reentrant;
  finding.witness = large;
  shrink(judge, finding, 1000);
  EXPECT_TRUE(finding.repeats);
  EXPECT_GE(op.size(finding.witness), kEnough);
  EXPECT_LT(op.size(finding.witness), 2 * kEnough);
}

TEST(MoreCalls, AreJudgedInEveryOperation) {
  for (const Operation* op : operations()) {
    int computing = 0; // long enough to meet in two threads
    for (uint64_t i = 0; i < op->num_edge_cases + 2000 && computing == 0; ++i) {
      const Case c = op->generate(1, i);
      computing += op->size(c) >= 300 && op->computes(c);
    }
    EXPECT_GT(computing, 0) << op->name;
  }
}

// --- Without a worker, as the fuzzers call ------------------------------------------------------

/// What a call left, and what it returned.
using Left = std::pair<std::vector<std::vector<std::byte>>, int32_t>;

std::vector<Left> left_by(Caller& caller, const std::vector<const Case*>& cases) {
  std::vector<Left> all;
  caller.run(cases, [&](size_t i, const CallResult& result, const Outputs& outputs) {
    EXPECT_EQ(i, all.size());
    EXPECT_EQ(result.end, End::returned);
    all.emplace_back();
    all.back().second = cases[i]->operation->returns ? result.state.returned : 0;
    for (const Output& o : outputs) all.back().first.emplace_back(o.bytes.begin(), o.bytes.end());
  });
  return all;
}

TEST(InProcess, CallsAsAWorkerDoes) {
  const std::string path = test_installation().ports_dir + "/scalar.so";
  InProcess here(path);
  Session worker(path, test_installation().worker);
  EXPECT_EQ(here.port().name, "scalar");
  EXPECT_EQ(here.port().path, path);
  EXPECT_EQ(here.port().members, worker.port().members);
  for (const Operation* op : operations()) {
    std::vector<Case> cases;
    for (uint64_t i = 0; cases.size() < 5; ++i) {
      Case c = op->generate(1, op->num_edge_cases + i);
      if (is_small(c)) cases.push_back(std::move(c));
    }
    std::vector<const Case*> pointers;
    for (const Case& c : cases) pointers.push_back(&c);
    EXPECT_EQ(left_by(here, pointers), left_by(worker, pointers)) << op->name;
    size_t pair = 0;
    here.run_together(cases[0], cases[1], [&](size_t i, const CallResult&, const Outputs& outputs) {
      EXPECT_EQ(i, pair++);
      EXPECT_EQ(outputs.size(), left_by(worker, {&cases[i]})[0].first.size());
    });
    EXPECT_EQ(pair, 2u);
  }
}

TEST(InProcess, ShowsTheJudgeAllThatAPortChanges) {
  Judge judge(std::make_unique<InProcess>(planted("bug_rbx")), 1);
  Tally tally;
  const Operation& op = slerp_joints();
  const Judgement judgement = judge.replay(op.generate(1, 8 * 5), tally);
  ASSERT_THAT(judgement.findings, SizeIs(1));
  EXPECT_EQ(judgement.findings[0].kind, FindingKind::changed_registers);
  EXPECT_EQ(judge.worker_seconds(), 0);
}

/// Blends, the second time whatever the first call blended: a list that has become shorter keeps
/// its last joints.
class BlendsTheLongest : public Caller {
public:
  explicit BlendsTheLongest(const std::string& path) : port_(path) {}

  const PortInfo& port() const override { return port_.port(); }
  void run(std::span<const Case* const> cases, const OnResult& on_result) override {
    ASSERT_THAT(cases, SizeIs(1));
    if (!longest_.operation) longest_ = *cases[0];
    const Case* const one[] = {&longest_};
    port_.run(one, on_result);
  }
  void run_together(const Case&, const Case&, const OnResult&) override {}
  void restart() override {}
  double worker_seconds() const override { return 0; }

private:
  InProcess port_;
  Case longest_;
};

class ShorterCalls : public testing::Test {
protected:
  void SetUp() override {
    const Operation& op = lerp_joints();
    while (op.size(blend) < 20 || !op.computes(blend) || !is_small(blend) || blend.same_array)
      blend = op.generate(1, next++);
    report.operation = &op;
  }

  const std::string scalar = builtin("scalar");
  uint64_t next = lerp_joints().num_edge_cases;
  Case blend = make_case(lerp_joints());
  OperationReport report;
};

TEST_F(ShorterCalls, AreNotJudgedTwice) {
  Judge once(std::make_unique<InProcess>(scalar), 1);
  Judge judge(std::make_unique<InProcess>(scalar), 1);
  Tally tally;
  EXPECT_THAT(once.once(blend, tally).findings, IsEmpty());
  std::vector<size_t> counts(15);
  std::iota(counts.rbegin(), counts.rend(), lerp_joints().size(blend) - counts.size());
  judge.check_shorter(blend, counts, report);
  EXPECT_THAT(report.findings, IsEmpty());
  EXPECT_EQ(report.tally.elements, tally.elements);
}

TEST_F(ShorterCalls, LeaveTheJointsAloneThatTheirListLacks) {
  Judge judge(std::make_unique<BlendsTheLongest>(scalar), 1);
  judge.check_shorter(blend, std::array{lerp_joints().size(blend) - 1}, report);
  EXPECT_THAT(report.findings, SizeIs(testing::Ge(1u)));
}

Case tween_of(float t) {
  const Operation& op = tween_verts();
  for (uint64_t i = op.num_edge_cases;; ++i) {
    Case c = op.generate(1, i);
    c.real = t;
    if (op.size(c) >= 3 && op.size(c) < 10) return c;
  }
}

TEST(RepeatedElements, AreJudgedOnceForAllWithTheSameBits) {
  Judge judge(builtin("scalar"), test_installation(), 1);
  OperationReport report;
  report.operation = &tween_verts();
  const Case few = tween_of(0.25f);
  judge.check_repeated(few, 5000, report);
  EXPECT_THAT(report.findings, IsEmpty());
  EXPECT_EQ(report.tally.elements, tween_verts().size(few));
}

TEST(RepeatedElements, ThatAreLeftOutAreFound) {
  Judge judge(planted("bug_tween_at_start_16"), test_installation(), 1);
  OperationReport report;
  report.operation = &tween_verts();
  judge.check_repeated(tween_of(0), 65535, report);
  EXPECT_THAT(report.findings, IsEmpty());
  judge.check_repeated(tween_of(0), 65540, report);
  ASSERT_THAT(report.findings, SizeIs(1));
  EXPECT_EQ(tween_verts().size(report.findings[0].witness), 65540u);
}

TEST(RepeatedElements, OfWhichSomeAreTakenForOthersAreFound) {
  Judge judge(planted("bug_one_weight_16"), test_installation(), 1);
  OperationReport report;
  const Operation& op = blend_vertices();
  report.operation = &op;
  uint64_t i = op.num_edge_cases;
  Case few = op.generate(1, i);
  while (op.size(few) != 3 || few.integers[0] != 1) few = op.generate(1, ++i);
  judge.check_repeated(few, 65540, report);
  EXPECT_THAT(report.findings, SizeIs(1));
}

TEST(Judging, KeepsCasesWhoseCallsStoreInTheLibrary) {
  for (const bool stores : {false, true}) {
    Judge judge(stores ? planted("bug_scales_shared") : builtin("scalar"), test_installation(), 1);
    OperationReport report;
    const Operation& op = lerp_joints();
    report.operation = &op;
    std::vector<Case> cases;
    for (uint64_t i = op.num_edge_cases; cases.size() < 30; ++i) {
      cases.push_back(op.generate(1, i));
      if (!is_small(cases.back()) || !op.computes(cases.back())) cases.pop_back();
    }
    judge.check(cases, report);
    EXPECT_THAT(judge.storing(), SizeIs(stores ? 8 : 0));
  }
}

TEST(InProcess, EndsAPortThatStartsAProcess) {
  const Operation& op = lerp_joints();
  Case c; // of five joints, with which it does
  for (uint64_t i = 0; !c.operation; ++i) {
    ASSERT_LT(i, 2000u);
    Case five = op.generate(1, i);
    if (op.size(five) == 5 && five.real > 0) c = std::move(five);
  }
  InProcess here(planted("bug_daemon"));
  EXPECT_EXIT(left_by(here, {&c}), testing::KilledBySignal(SIGSYS), "");
}

TEST(InProcess, RefusesWhatItCannotCall) {
  EXPECT_THROW(InProcess("/nowhere.so"), BadInput);
  InProcess here(test_installation().ports_dir + "/scalar.so");
  Case large = make_case(transform_verts());
  large.arrays[0].resize(arena::kSmallBytes);
  EXPECT_THROW(left_by(here, {&large}), BadInput);
}

// --- A whole run --------------------------------------------------------------------------------

TEST(Run, OfNoCaseIsNotRun) {
  Plan plan = quick_plan(builtin("scalar"), transform_verts());
  plan.models_only = true; // and there is no model
  Progress progress;
  const RunReport run = certify(plan, test_installation(), progress);
  const OperationReport& report = run.ports.at(0).operations.at(0);
  EXPECT_EQ(report.verdict, Verdict::not_run);
  EXPECT_EQ(report.reason, "no element was judged");
  EXPECT_EQ(exit_code(run), 3);
}

TEST(Run, OfAnOperationThatThePortLacksNamesThoseThatItHas) {
  Progress progress;
  const RunReport run =
      certify(quick_plan(planted("bug_loads_once"), lerp_joints()), test_installation(), progress);
  EXPECT_EQ(run.ports.at(0).operations.at(0).reason,
            "the port does not implement it; it has transform_verts, slerp_joints");
}

TEST(Run, ThatIsStoppedBeforeItBeginsIsNotRun) {
  const std::atomic<bool> stop = true;
  Plan plan = quick_plan(builtin("scalar"), transform_verts());
  plan.stop = &stop;
  Progress progress;
  const RunReport run = certify(plan, test_installation(), progress);
  const OperationReport& report = run.ports.at(0).operations.at(0);
  EXPECT_EQ(report.verdict, Verdict::not_run);
  EXPECT_EQ(report.reason, "interrupted");
  EXPECT_EQ(report.tally.cases, 0u);
}

TEST(Run, ThatIsStoppedIsNotRun) {
  unsetenv("CI"); // where nothing would be drawn
  int terminal = -1;
  int descriptor = -1;
  ASSERT_EQ(openpty(&terminal, &descriptor, nullptr, nullptr, nullptr), 0);
  std::atomic<bool> stop = false;
  Plan plan = quick_plan(builtin("scalar"), transform_verts());
  plan.stop = &stop;
  std::thread onlooker([&] { // stops the run when the first batch was judged
    char first = 0;
    EXPECT_EQ(read(terminal, &first, 1), 1);
    stop = true;
  });
  RunReport run;
  {
    Progress progress(descriptor);
    run = certify(plan, test_installation(), progress);
  }
  onlooker.join();
  close(terminal);
  close(descriptor);
  const OperationReport& report = run.ports.at(0).operations.at(0);
  EXPECT_EQ(report.verdict, Verdict::not_run);
  EXPECT_EQ(report.reason, "interrupted before enough was judged");
  EXPECT_GT(report.tally.elements, 0u);
}

TEST(Run, ThatCannotWriteItsWitnessesSaysSoBesideItsVerdict) {
  Plan plan = quick_plan(planted("bug_loads_once"), slerp_joints());
  plan.out = "/dev/null/out";
  Progress progress;
  const RunReport run = certify(plan, test_installation(), progress);
  EXPECT_THAT(run.unsaved, testing::HasSubstr("/dev/null/out"));
  EXPECT_EQ(run.ports.at(0).operations.at(0).verdict, Verdict::refuted);
  for (const Finding& f : run.ports.at(0).operations.at(0).findings) EXPECT_EQ(f.path, "");
}

std::vector<FindingKind> kinds_of_one_load(const Operation& op) {
  Progress progress;
  const RunReport run =
      certify(quick_plan(planted("bug_loads_once"), op), test_installation(), progress);
  const OperationReport& report = run.ports.at(0).operations.at(0);
  EXPECT_EQ(report.verdict, Verdict::refuted);
  std::vector<FindingKind> kinds;
  for (const Finding& f : report.findings) kinds.push_back(f.kind);
  return kinds;
}

TEST(Run, OfAPortThatLoadsOnlyOnceRefutesIt) {
  EXPECT_THAT(kinds_of_one_load(transform_verts()),
              ElementsAre(FindingKind::crashed, FindingKind::exited));
}

// The witness of a call says more than the empty one of a load, and the two would be one file.
TEST(Run, KeepsTheFirstFindingOfAKindWhereThePortCannotBeLoadedAgain) {
  EXPECT_THAT(kinds_of_one_load(slerp_joints()), ElementsAre(FindingKind::exited));
}

// --- The folder of a run ------------------------------------------------------------------------

class RunsFolder : public testing::Test {
protected:
  RunsFolder() { std::filesystem::remove_all(path_); }
  ~RunsFolder() override { std::filesystem::remove_all(path_); }

  void write(const std::string& name, const std::string& text = "x") const {
    const auto file = std::filesystem::path(path_) / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }

  std::set<std::string> files() const {
    std::set<std::string> all;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path_))
      if (entry.is_regular_file())
        all.insert(std::filesystem::relative(entry.path(), path_).string());
    return all;
  }

  std::string path_ = testing::TempDir() + "/ulna-out-" +
                      testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(RunsFolder, LosesWhatAnEarlierRunLeftAndNothingElse) {
  for (const char* ours :
       {"1-sse-slerp_joints-crashed.case", "12-my_port-lerp_joints-largest-translation.case",
        "1-a-b-transform_verts-not_repeatable-before-12.case"})
    write(std::string("witnesses/") + ours);
  write("certificate.json", R"({"schema": "urn:ulna:certificate:1"})");
  const std::set<std::string> others = {
      "notes.txt",
      "1-sse-slerp_joints-crashed.case", // not where witnesses are
      "witnesses/mine.case",
      "witnesses/hunt-sse-slerp_joints-largest.case",
      "witnesses/1-sse-slerp_joints-mine.case",
      "witnesses/sse-slerp_joints-crashed.case",
      "witnesses/1-sse-slerp_joints-crashed.case.small",
      "witnesses/1-slerp_joints-crashed.txt",
      "witnesses/old/1-sse-slerp_joints-crashed.case"};
  for (const std::string& other : others) write(other);
  remove_earlier_run(path_);
  EXPECT_EQ(files(), others);
}

TEST_F(RunsFolder, KeepsACertificateOfSomethingElse) {
  for (const char* text : {"{}", "[1]", "no JSON", R"({"schema": 1})", R"({"schema": "urn:x"})"}) {
    write("certificate.json", text);
    remove_earlier_run(path_);
    EXPECT_EQ(files(), std::set<std::string>{"certificate.json"}) << text;
  }
  remove_earlier_run(path_ + "/nowhere");
}

TEST_F(RunsFolder, IsTheirsAlone) {
  {
    const OutFolder first(path_);
    try {
      const OutFolder second(path_);
      ADD_FAILURE() << "two runs at once";
    } catch (const BadInput& e) {
      EXPECT_EQ(std::string(e.what()), "--out " + path_ +
                                           ": another run of ulna writes there; wait "
                                           "for its end, or name another folder");
    }
  }
  const OutFolder again(path_);
  EXPECT_EQ(files(), std::set<std::string>{}) << "the lock is no file";
}

TEST_F(RunsFolder, HoldsTheWitnessesOfTheLastRunOnly) {
  Plan plan = quick_plan(planted("bug_loads_once"), slerp_joints());
  plan.out = path_;
  Progress progress;
  write("witnesses/3-old-slerp_joints-crashed.case");
  certify(plan, test_installation(), progress);
  EXPECT_EQ(files(), std::set<std::string>{"witnesses/1-bug_loads_once-slerp_joints-exited.case"});
}

} // namespace
} // namespace ulna
