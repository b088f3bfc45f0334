// Watched calls and workers from the outside, on ports that misbehave: the judge lives on, the
// cases beside the bad one are judged as if it were not there, and nothing is left behind.
#include "base/error.h"
#include "cases/case_file.h"
#include "cases/make_case.h"
#include "operations/blending/blending.h"
#include "operations/list.h"
#include "operations/skinning/skinning.h"
#include "properties/support.h"
#include "search/shrink.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <link.h>
#include <set>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace ulna {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::StartsWith;
using End = CallResult::End;

std::string planted(const std::string& name) {
  return std::string(ULNA_PLANTED_DIR) + "/" + name + ".so";
}

std::string builtin(const std::string& name) {
  return test_installation().ports_dir + "/" + name + ".so";
}

/// Generated cases with so many elements each; the placement is that of the edge cases. Poses are
/// those of the edge cases of counts, of human size: what is added to them shows.
std::vector<Case> cases_of_sizes(const Operation& op, const std::vector<size_t>& sizes) {
  const Case large = [&] {
    for (uint64_t i = op.real ? 0 : op.num_edge_cases;; ++i) {
      Case c = op.generate(1, i);
      constexpr size_t kMostJoints = 40;
      if (op.real ? op.size(c) == kMostJoints && c.real > 0 && c.real < 1
                  : op.size(c) >= 100 && c.arrays[1].size() > 480)
        return c;
    }
  }();
  std::vector<Case> all;
  for (const size_t size : sizes) {
    std::vector<size_t> places(size);
    for (size_t i = 0; i < size; ++i) places[i] = i;
    all.push_back(op.keep(large, places));
  }
  return all;
}

/// How each case of a batch ended, and what the judge finds in it.
struct Ended {
  End end;
  int signal;
  int exit_code;
  std::vector<FindingKind> kinds;
  std::vector<std::byte> bytes;
};

std::vector<Ended> run(Session& session, const std::vector<Case>& cases) {
  std::vector<const Case*> pointers;
  for (const Case& c : cases) pointers.push_back(&c);
  std::vector<Ended> all;
  Tally tally;
  Random random(1, 1);
  bool hung = false;
  session.run(pointers, [&](size_t i, const CallResult& result, const Outputs& outputs) {
    EXPECT_EQ(i, all.size()) << "results come in order, one for each case";
    EXPECT_FALSE(hung) << "a call after one that hung";
    hung = result.end == End::hung;
    Ended ended{result.end, result.signal, result.exit_code, {}, {}};
    for (const Finding& f : judge_outputs(cases[i], result, outputs, tally, random).findings)
      ended.kinds.push_back(f.kind);
    if (!outputs.empty()) ended.bytes.assign(outputs[0].bytes.begin(), outputs[0].bytes.end());
    all.push_back(ended);
  });
  EXPECT_TRUE(hung || all.size() == cases.size());
  return all;
}

// --- Trouble in a batch -----------------------------------------------------------------------

struct Trouble {
  const char* port;
  const char* operation;
  size_t bad; ///< the size at which it happens
  End end;
  int signal;
  FindingKind kind;
};

void PrintTo(const Trouble& trouble, std::ostream* out) {
  *out << trouble.port;
}

class BatchWithTrouble : public testing::TestWithParam<Trouble> {};

TEST_P(BatchWithTrouble, TheOtherCasesAreJudgedAsIfItWereNotThere) {
  const Trouble& trouble = GetParam();
  const Operation& op = operation_named(trouble.operation);
  const std::vector<size_t> places[] = {
      {3, 5, trouble.bad, trouble.bad, 13},             // in the middle
      {trouble.bad, 3, 5},                              // the first
      {3, 5, trouble.bad},                              // the last
      {trouble.bad},                                    // alone
      {4, trouble.bad, trouble.bad, 6, trouble.bad, 7}, // again and again
  };
  Session session(planted(trouble.port), test_installation().worker);
  // A hang costs seconds, and ends a batch: the first one says it all.
  const bool hangs = trouble.end == End::hung;
  const size_t batches = hangs ? 1 : std::size(places);
  for (size_t b = 0; b < batches; ++b) {
    const auto cases = cases_of_sizes(op, places[b]);
    const auto ended = run(session, cases);
    ASSERT_EQ(ended.size(), hangs ? 3 : cases.size());
    for (size_t i = 0; i < ended.size(); ++i) {
      if (places[b][i] != trouble.bad) {
        EXPECT_EQ(ended[i].end, End::returned) << "batch " << b << ", case " << i;
        EXPECT_THAT(ended[i].kinds, testing::IsEmpty()) << "batch " << b << ", case " << i;
        continue;
      }
      EXPECT_EQ(ended[i].end, trouble.end) << "batch " << b << ", case " << i;
      EXPECT_EQ(ended[i].signal, trouble.signal) << "batch " << b << ", case " << i;
      EXPECT_THAT(ended[i].kinds, testing::ElementsAre(trouble.kind));
    }
  }
}

constexpr Trouble kTroubles[] = {
    {"bug_divides_by_zero", "transform_verts", 0, End::died, SIGFPE, FindingKind::crashed},
    {"bug_kills_itself", "transform_verts", 21, End::died, SIGKILL, FindingKind::crashed},
    {"bug_exit_37", "transform_verts", 37, End::exited, 0, FindingKind::exited},
    {"bug_hangs_on_zero", "transform_verts_and_tangents", 0, End::hung, SIGKILL, FindingKind::hung},
};
INSTANTIATE_TEST_SUITE_P(All, BatchWithTrouble, testing::ValuesIn(kTroubles),
                         [](const auto& test) { return std::string(test.param.port); });

TEST(Batch, TroubleInAPairLeavesTheNextCallsAlone) {
  Session session(planted("bug_exit_37"), test_installation().worker);
  const auto cases = cases_of_sizes(transform_verts(), {37, 5});
  int ends = 0;
  session.run_together(cases[0], cases[1], [&](size_t, const CallResult& result, const Outputs&) {
    EXPECT_EQ(result.end, End::exited);
    ++ends;
  });
  EXPECT_EQ(ends, 2);
  EXPECT_THAT(run(session, cases_of_sizes(transform_verts(), {5})).at(0).kinds, testing::IsEmpty());
}

TEST(Batch, APairMayTakeTheProcessorTimeOfTwoCalls) {
  // 1.2 s each, where one may take 2 s.
  Session session(planted("right_takes_its_time"), test_installation().worker);
  auto cases = cases_of_sizes(lerp_joints(), {0, 0});
  for (Case& c : cases) c.real = 0x1.234568p-3f;
  session.run_together(cases[0], cases[1], [&](size_t i, const CallResult& result, const Outputs&) {
    EXPECT_EQ(result.end, End::returned) << "call " << i;
  });
  EXPECT_GT(session.worker_seconds(), 2.2);
}

TEST(Batch, ACallThatIsMadeAgainMayTakeItsTimeEachTime) {
  // 1.2 s each, where one may take 2 s.
  Session session(planted("right_takes_its_time"), test_installation().worker);
  auto cases = cases_of_sizes(lerp_joints(), {1, 0});
  cases[1].real = 0x1.234568p-3f;
  session.run_often(cases[0], cases[1], 2, [&](size_t i, const CallResult& result, const Outputs&) {
    EXPECT_EQ(result.end, End::returned) << "call " << i;
  });
  EXPECT_GT(session.worker_seconds(), 2.2);
}

TEST(Batch, APairThatHangsIsEnded) {
  Session session(planted("bug_hangs_on_zero"), test_installation().worker);
  const auto cases = cases_of_sizes(transform_verts_and_tangents(), {0, 0});
  int hung = 0;
  session.run_together(cases[0], cases[1], [&](size_t, const CallResult& result, const Outputs&) {
    hung += result.end == End::hung;
  });
  EXPECT_EQ(hung, 2);
}

/// What was seen of the first call, into the middle of which the second one came.
struct Interrupted {
  CallResult first;
  bool within = false; ///< the second call began and ended while the first one was there
};

using Behind = arena::Interruptions::Behind;

/// How lerp of four joints goes.
Interrupted interrupt(const std::string& port, Behind behind,
                      std::initializer_list<uint32_t> places) {
  Session session(port, test_installation().worker);
  const auto cases = cases_of_sizes(lerp_joints(), {4, 4});
  arena::Interruptions where{behind, static_cast<uint32_t>(places.size())};
  std::ranges::copy(places, where.places);
  Interrupted seen;
  session.run_interrupted(
      cases[0], cases[1], where, [&](size_t i, const CallResult& result, const Outputs&) {
        EXPECT_EQ(result.end, End::returned);
        const arena::State& a = seen.first.state;
        if (i == 1)
          seen.within = a.begin <= result.state.begin && result.state.end <= a.end;
        else
          seen.first = result;
      });
  return seen;
}

constexpr int kTries = 200; // a busy machine may not let the other thread run in time

TEST(Interruption, ComesIntoTheMiddleOfACall) {
  const uint32_t steps = interrupt(builtin("scalar"), Behind::instructions, {}).first.counted;
  EXPECT_GT(steps, 100u);
  Interrupted halfway;
  for (int i = 0; i < kTries && !halfway.within; ++i)
    halfway = interrupt(builtin("scalar"), Behind::instructions, {steps / 2});
  EXPECT_TRUE(halfway.within);
  EXPECT_EQ(halfway.first.counted, steps / 2);
}

TEST(Interruption, CountsWhatAPortStoresInItsOwnData) {
  EXPECT_EQ(interrupt(builtin("scalar"), Behind::stores, {}).first.counted, 0u);
  EXPECT_EQ(interrupt(planted("bug_scales_shared"), Behind::stores, {}).first.counted, 8u)
      << "two for each joint";
}

TEST(Interruption, EndsTheCountBehindTheLastPlace) {
  uint32_t counted = 0;
  for (int i = 0; i < kTries && counted < 5; ++i)
    counted = interrupt(planted("bug_scales_shared"), Behind::stores, {2, 5}).first.counted;
  EXPECT_EQ(counted, 5u);
}

TEST(Interruption, IsNoneOfTheTimeThatACallMayTake) {
  // 100,000 steps take twice that and more.
  Session session(builtin("scalar"), test_installation().worker);
  const Case c = [] {
    for (uint64_t i = 0;; ++i)
      if (Case large = lerp_joints().generate(1, i); lerp_joints().size(large) > 4000) return large;
  }();
  session.limit_calls(0.05);
  const arena::Interruptions late{Behind::instructions, 1, {25'000}};
  session.run_interrupted(c, c, late, [&](size_t i, const CallResult& result, const Outputs&) {
    EXPECT_EQ(result.end, End::returned) << "call " << i;
    EXPECT_EQ(result.counted, 25'000u);
  });
  EXPECT_GT(session.worker_seconds(), 0.1) << "too quick a machine to tell";
}

TEST(Interruption, OfACallThatTheOtherWaitsForLetsItGoOn) {
  EXPECT_GT(interrupt(planted("right_waits_its_turn"), Behind::stores, {}).first.counted, 1u);
  // Between the two stores the lock is held: neither would return if the first call waited, too.
  const Interrupted waited = interrupt(planted("right_waits_its_turn"), Behind::stores, {1, 2});
  EXPECT_EQ(waited.first.end, End::returned);
}

/// What a run says of a call that never ends, after it was prepared.
template <class Prepare>
std::string unjudged(const Prepare& prepare) {
  Session session(planted("bug_hangs_on_zero"), test_installation().worker);
  const auto cases = cases_of_sizes(operation_named("transform_verts_and_tangents"), {0});
  prepare(session);
  try {
    session.run({{&cases.front()}}, [](size_t, const CallResult&, const Outputs&) {
      ADD_FAILURE() << "a result of a call that was ended from outside";
    });
  } catch (const Unjudged& e) {
    return e.what();
  }
  return "no Unjudged";
}

TEST(Batch, EndsInTheMiddleOfACallWhenTheCommandIsToStop) {
  const std::atomic<bool> stopped = true;
  EXPECT_EQ(unjudged([&](Session& session) { session.stop_when(&stopped); }), "interrupted");
}

TEST(Batch, EndsBeforeAPortHasTheMachinesMemory) {
  EXPECT_THAT(unjudged([](Session& session) { session.limit_memory(1000); }),
              StartsWith("its calls took more than 0 MB of memory; "));
}

TEST(Batch, EndsInARowOfCallsThatGetOnWell) {
  Session session(builtin("scalar"), test_installation().worker);
  session.limit_memory(1000);
  const auto cases = cases_of_sizes(operation_named("tween_verts"), {1});
  constexpr uint32_t kForHours = 1U << 31;
  EXPECT_THROW(session.run_often(cases[0], cases[0], kForHours,
                                 [](size_t, const CallResult&, const Outputs&) {}),
               Unjudged);
}

TEST(Batch, ManyCasesGiveTheBitsThatEachGivesAlone) {
  // More than the small slots hold, among them cases that need the large ones.
  for (const Operation* op : operations()) {
    Session session(builtin("scalar"), test_installation().worker); // has all of them
    std::vector<Case> cases;
    for (uint64_t i = 0; i < 150; ++i) cases.push_back(op->generate(1, op->num_edge_cases + i));
    for (const uint64_t i : {op->num_edge_cases - 3, op->num_edge_cases - 2}) // the large ones
      cases.insert(cases.begin() + 40, op->generate(1, i));
    const auto together = run(session, cases);
    for (size_t i = 0; i < cases.size(); ++i) {
      const auto alone = run(session, {cases[i]});
      EXPECT_THAT(together[i].kinds, testing::IsEmpty()) << op->name << ", case " << i;
      EXPECT_EQ(together[i].bytes, alone[0].bytes) << op->name << ", case " << i;
    }
  }
}

TEST(Batch, NoCasesAreNoCalls) {
  Session session(builtin("scalar"), test_installation().worker);
  EXPECT_THAT(run(session, {}), testing::IsEmpty());
}

std::vector<Array> outputs_of(Session& session, const Case& c) {
  std::vector<Array> all;
  const Case* const one[] = {&c};
  session.run(one, [&](size_t, const CallResult& result, const Outputs& outputs) {
    ASSERT_EQ(result.end, End::returned);
    EXPECT_TRUE(result.convention->is_as_owed(result.state, c.flush));
    for (const Output& output : outputs) {
      all.emplace_back(output.bytes.size());
      std::ranges::copy(output.bytes, all.back().data());
    }
  });
  return all;
}

TEST(Batch, AFunctionOfOneElementIsCalledForEach) {
  Session session(builtin("libm"), test_installation().worker);
  const Case many = cases_of_sizes(slerp(), {9}).front();
  const Array blended = outputs_of(session, many).at(0);
  ASSERT_EQ(blended.size(), 9 * sizeof(ulna_vec4));
  for (size_t i = 0; i < 9; ++i) {
    const Array alone = outputs_of(session, slerp().keep(many, {&i, 1})).at(0);
    EXPECT_EQ(std::memcmp(alone.data(), blended.data() + i * sizeof(ulna_vec4), alone.size()), 0);
  }
}

TEST(Batch, AFunctionOfOneElementIsNotCalledForNone) {
  Session session(planted("bug_single_flushes"), test_installation().worker);
  const Case few = cases_of_sizes(slerp(), {1}).front();
  EXPECT_EQ(outputs_of(session, slerp().keep(few, {})).at(0).size(), 0);
}

TEST(Batch, AFunctionOfOneElementIsNotCalledAgainBehindACallInABadState) {
  Session session(planted("bug_single_flushes"), test_installation().worker);
  Case c = make_case(slerp());
  for (Array& array : c.arrays) array.resize(3 * sizeof(ulna_vec4));
  for (const size_t a : {1, 2}) c.arrays[a].as<ulna_vec4>()[0] = {0, 0, 0, 1};
  for (const size_t a : {1, 2})
    c.arrays[a].as<ulna_vec4>()[1] = {a == 1 ? 1.0f : 0, a == 2 ? 1.0f : 0, 0, 0};
  for (const size_t a : {1, 2}) c.arrays[a].as<ulna_vec4>()[2] = {0, 0, 0, 1};
  c.real = 0.5f;
  const Case* const one[] = {&c};
  session.run(one, [&](size_t, const CallResult& result, const Outputs& outputs) {
    ASSERT_EQ(result.end, End::returned);
    EXPECT_FALSE(result.convention->is_as_owed(result.state, false));
    float w[3];
    for (size_t i = 0; i < 3; ++i)
      std::memcpy(&w[i], outputs.at(0).bytes.data() + i * sizeof(ulna_vec4) + 12, sizeof w[i]);
    EXPECT_THAT(w, testing::ElementsAre(1, 0, 0)); // the last is what was there before
  });
}

TEST(Batch, ARestartedSessionGivesTheSameBits) {
  Session session(builtin("scalar"), test_installation().worker);
  const auto cases = cases_of_sizes(slerp_joints(), {1, 7, 30});
  const auto before = run(session, cases);
  session.restart();
  const auto after = run(session, cases);
  for (size_t i = 0; i < cases.size(); ++i) EXPECT_EQ(before[i].bytes, after[i].bytes);
}

/// Of 61 vertices a port leaves out the last where it is told of one processor.
TEST(Batch, EachCaseIsCalledWithTheProcessorsThatItSays) {
  Session session(planted("bug_one_processor"), test_installation().worker);
  std::vector<Case> cases = cases_of_sizes(transform_verts(), {61, 61, 61, 61});
  cases[1].processors = cases[2].processors = 1;
  cases[3].processors = 3;
  EXPECT_FALSE(session.asked_for_processors()) << "before it is called";
  const auto all = run(session, cases);
  EXPECT_TRUE(session.asked_for_processors());
  const auto is_wrong = [](const Ended& ended) { return !ended.kinds.empty(); };
  ASSERT_EQ(all.size(), cases.size());
  EXPECT_EQ(is_wrong(all[0]), std::thread::hardware_concurrency() == 1);
  EXPECT_TRUE(is_wrong(all[1]));
  EXPECT_TRUE(is_wrong(all[2]));
  EXPECT_FALSE(is_wrong(all[3]));
}

TEST(Batch, APortThatNeverAsksForTheProcessorsIsKnown) {
  Session session(planted("right_plain"), test_installation().worker);
  run(session, cases_of_sizes(transform_verts(), {61}));
  EXPECT_FALSE(session.asked_for_processors());
}

// --- What a port prints -----------------------------------------------------------------------

std::string printed_by(Session& session, size_t joints, float lerp = 0.5f) {
  std::vector<Case> cases = cases_of_sizes(lerp_joints(), {joints});
  cases[0].real = lerp;
  const Case* const one[] = {&cases[0]};
  std::string printed;
  session.run(one, [&](size_t, const CallResult& result, const Outputs& outputs) {
    Tally tally;
    Random random(1, 1);
    printed = result.printed;
    for (const Finding& f : judge_outputs(cases[0], result, outputs, tally, random).findings)
      EXPECT_THAT(f.detail, testing::EndsWith("; it printed: " + printed));
  });
  return printed;
}

TEST(WhatIsPrinted, BeforeThePortDiesIsToldWithoutControlCharacters) {
  Session session(planted("bug_talks"), test_installation().worker);
  EXPECT_EQ(printed_by(session, 7), "terminate called after throwing an instance of "
                                    "'std::runtime_error' | what():  no joint ?[31m7");
}

TEST(WhatIsPrinted, IsThatOfTheCallThatDied) {
  Session session(planted("bug_talks"), test_installation().worker);
  EXPECT_EQ(printed_by(session, 11), "") << "it returns, however much it prints";
  EXPECT_THAT(printed_by(session, 7), StartsWith("terminate called"));
}

TEST(WhatIsPrinted, ForEverIsAHangAndNoDeadlock) {
  Session session(planted("bug_talks"), test_installation().worker);
  EXPECT_EQ(printed_by(session, 5, 0x1.234568p-3f),
            "still looking for the joint | still looking for the joint");
}

// --- Replay and shrinking ---------------------------------------------------------------------

TEST(Replay, FindsNothingOnACertifiedPort) {
  const Installation installation = test_installation();
  for (const Operation* op : operations()) {
    Judge judge(builtin("scalar"), installation, 1);
    for (const uint64_t i : {uint64_t{100}, op->num_edge_cases + 2}) {
      Tally tally;
      const Judgement judgement = judge.replay(op->generate(1, i), tally);
      EXPECT_TRUE(judgement.findings.empty())
          << op->name << ", case " << i << ": " << judgement.findings[0].detail;
    }
  }
}

/// Seconds: how small a witness becomes must not depend on the machine.
constexpr double kUnhurried = 600;

struct Shrunk {
  const char* port;
  const char* operation;
  FindingKind kind;
  size_t elements;       ///< the smallest witness there is
  size_t influences = 0; ///< of its vertices in all, where that matters
};

void PrintTo(const Shrunk& shrunk, std::ostream* out) {
  *out << shrunk.port;
}

class ShrunkWitness : public testing::TestWithParam<Shrunk> {};

TEST_P(ShrunkWitness, IsTheSmallestAndStillShowsTheFinding) {
  const Shrunk& owed = GetParam();
  const Operation& op = operation_named(owed.operation);
  const Installation installation = test_installation();
  Judge judge(planted(owed.port), installation, 1);
  OperationReport report;
  report.operation = &op;
  const auto found = [&] {
    return std::find_if(report.findings.begin(), report.findings.end(),
                        [&](const Finding& f) { return f.kind == owed.kind; });
  };
  // Random cases first: large and full of everything, so that there is something to shrink.
  constexpr uint64_t kBatch = 16;
  for (uint64_t n = 0; n < 100 && found() == report.findings.end(); ++n) {
    std::vector<Case> batch;
    for (uint64_t i = 0; i < kBatch; ++i)
      batch.push_back(op.generate(1, op.num_edge_cases + n * kBatch + i));
    judge.check(batch, report);
  }
  ASSERT_NE(found(), report.findings.end()) << "no random case shows it";
  Finding finding = *found();
  shrink(judge, finding, kUnhurried);
  EXPECT_TRUE(finding.repeats);
  ASSERT_NO_THROW(validate(finding.witness));
  EXPECT_EQ(op.size(finding.witness), owed.elements) << write_case(finding.witness);
  const Array& weights = finding.witness.arrays.back();
  if (owed.influences != 0) {
    EXPECT_EQ(weights.size() / sizeof(ulna_joint_weight), owed.influences);
  }

  // As a file, by another judge.
  const Case witness = read_case(write_case(finding.witness), "witness");
  Judge another(planted(owed.port), installation, 2);
  Tally tally;
  std::set<FindingKind> kinds;
  for (const Finding& f : another.replay(witness, tally).findings) kinds.insert(f.kind);
  EXPECT_EQ(kinds.count(owed.kind), 1u);
}

constexpr Shrunk kShrunk[] = {
    {"bug_tail_case", "transform_verts", FindingKind::out_of_bound, 3, 3},
    {"bug_fifth_influence", "transform_verts_and_tangents", FindingKind::out_of_bound, 1, 5},
    {"bug_joint_16", "transform_verts", FindingKind::out_of_bound, 1, 1},
    {"bug_shuffle_lane", "transform_verts", FindingKind::out_of_bound, 1, 1},
    {"bug_position_w", "transform_verts", FindingKind::wrote_outside, 1, 1},
    {"bug_divides_by_zero", "transform_verts", FindingKind::crashed, 0},
    {"bug_kills_itself", "transform_verts", FindingKind::crashed, 21, 21},
    {"bug_exit_37", "transform_verts", FindingKind::exited, 37, 37},
    {"bug_call_parity", "transform_verts", FindingKind::not_repeatable, 1},
    {"bug_hangs_on_zero", "transform_verts_and_tangents", FindingKind::hung, 0},
    {"bug_tail_of_seven", "slerp_joints", FindingKind::out_of_bound, 7},
    {"bug_sign_ignored", "slerp_joints", FindingKind::out_of_bound, 1},
    {"bug_traps_unsorted", "lerp_joints", FindingKind::crashed, 2},
};
INSTANTIATE_TEST_SUITE_P(All, ShrunkWitness, testing::ValuesIn(kShrunk),
                         [](const auto& test) { return std::string(test.param.port); });

TEST(Shrinking, KeepsTheCallThatHasToComeBefore) {
  const Operation& op = lerp_joints();
  const std::string port = planted("bug_scratch_left");
  Judge judge(port, test_installation(), 1);
  OperationReport report;
  report.operation = &op;
  std::vector<Case> batch = cases_of_sizes(op, {1, 5, 20, 21, 4, 30, 2, 7});
  judge.check(batch, report);
  const auto found =
      std::find_if(report.findings.begin(), report.findings.end(),
                   [](const Finding& f) { return f.kind == FindingKind::out_of_bound; });
  ASSERT_NE(found, report.findings.end());
  Finding finding = *found;
  EXPECT_TRUE(same_input(finding.witness, batch[6]));
  ASSERT_EQ(finding.before.size(), 6u);
  shrink(judge, finding, kUnhurried);
  EXPECT_TRUE(finding.repeats);
  EXPECT_EQ(finding.kind, FindingKind::out_of_bound);
  ASSERT_EQ(finding.before.size(), 1u);
  EXPECT_TRUE(same_input(finding.before[0], batch[5]));

  Judge another(port, test_installation(), 2);
  Tally tally;
  EXPECT_TRUE(another.replay(finding.witness, tally).findings.empty());
  const Judgement behind = another.replay_behind(finding.before, finding.witness, tally);
  ASSERT_EQ(behind.findings.size(), 1u);
  EXPECT_EQ(behind.findings[0].kind, FindingKind::out_of_bound);

  // A call that gives other bits than before is told besides.
  finding.before.insert(finding.before.begin(), finding.witness);
  const Judgement again = another.replay_behind(finding.before, finding.witness, tally);
  ASSERT_EQ(again.findings.size(), 2u);
  EXPECT_EQ(again.findings[1].kind, FindingKind::not_repeatable);
}

/// Round contents of an output would be taken for what the port wrote.
TEST(Shrinking, LeavesWhatAnOutputHeldWhereItWasNeverWritten) {
  const Operation& op = operation_named("transform_verts");
  Judge judge(planted("bug_tail_case"), test_installation(), 1);
  OperationReport report;
  report.operation = &op;
  judge.check(cases_of_sizes(op, {3}), report);
  ASSERT_FALSE(report.findings.empty());
  Finding& finding = report.findings[0];
  ASSERT_THAT(finding.detail, testing::EndsWith(kNeverWritten));
  shrink(judge, finding, kUnhurried);
  EXPECT_THAT(finding.detail, testing::EndsWith(kNeverWritten));
}

TEST(Shrinking, KnowsTheLastCallsOfTheBatchBefore) {
  const Operation& op = lerp_joints();
  Judge judge(planted("bug_scratch_left"), test_installation(), 1);
  OperationReport report;
  report.operation = &op;
  judge.check(cases_of_sizes(op, {5, 20}), report);
  ASSERT_TRUE(report.findings.empty());
  judge.check(cases_of_sizes(op, {2}), report);
  ASSERT_FALSE(report.findings.empty());
  Finding finding = report.findings[0];
  shrink(judge, finding, kUnhurried);
  EXPECT_TRUE(finding.repeats);
  ASSERT_EQ(finding.before.size(), 1u);
  EXPECT_EQ(op.size(finding.before[0]), 20u);
}

TEST(Shrinking, KnowsTheFirstCallOfAll) {
  const Operation& op = lerp_joints();
  Judge judge(planted("bug_scratch_left"), test_installation(), 1);
  OperationReport report;
  report.operation = &op;
  judge.call_first(cases_of_sizes(op, {20})[0], report);
  judge.check(cases_of_sizes(op, {2}), report);
  ASSERT_FALSE(report.findings.empty());
  shrink(judge, report.findings[0], kUnhurried);
  EXPECT_TRUE(report.findings[0].repeats);
  EXPECT_EQ(report.findings[0].before.size(), 1u);
}

TEST(Shrinking, SaysWhenNotEvenTheCallsBeforeShowIt) {
  const std::vector<Case> cases = cases_of_sizes(lerp_joints(), {5, 2});
  Finding finding;
  finding.kind = FindingKind::out_of_bound;
  finding.witness = cases[1];
  finding.before = {cases[0]};
  Judge judge(planted("bug_scratch_left"), test_installation(), 1);
  shrink(judge, finding, kUnhurried);
  EXPECT_FALSE(finding.repeats);
  EXPECT_TRUE(finding.before.empty());
}

TEST(Shrinking, KeepsTheJointsThatTheFindingNeeds) {
  // bug_joint_16 goes wrong beyond the 1,365th joint only.
  Judge judge(planted("bug_joint_16"), test_installation(), 1);
  Case c;
  for (uint64_t i = 0; c.arrays.empty(); ++i) {
    Case large = transform_verts().generate(1, i);
    if (large.arrays[skinning::kJoints].size() > 65536) c = large;
  }
  Tally tally;
  const Judgement judgement = judge.replay(c, tally);
  ASSERT_FALSE(judgement.findings.empty());
  Finding finding = judgement.findings.front();
  finding.witness = c;
  shrink(judge, finding, kUnhurried);
  const size_t joints = finding.witness.arrays[skinning::kJoints].size() / sizeof(ulna_joint_mat);
  EXPECT_GE(joints, 1366u);
  // Unused joints go by halves: less than twice what is needed is left.
  EXPECT_LT(joints, 2 * 1366u);
}

// --- Files that are no ports ------------------------------------------------------------------

/// A library that this program has loaded, by a part of its name.
std::string loaded_library(const std::string& part) {
  std::pair<std::string, std::string> search{part, ""};
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* data) {
        auto& [wanted, found] = *static_cast<std::pair<std::string, std::string>*>(data);
        if (std::string(info->dlpi_name).find(wanted) != std::string::npos) found = info->dlpi_name;
        return 0;
      },
      &search);
  return search.second;
}

class NoPort : public testing::Test {
protected:
  NoPort() {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~NoPort() override { fs::remove_all(folder_); }

  std::string write(const char* name, std::string_view text) {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }

  static std::string refusal(const std::string& path) {
    try {
      const Session session(path, test_installation().worker);
    } catch (const BadInput& e) {
      const std::string message = e.what();
      EXPECT_THAT(message, StartsWith(path + ": "));
      EXPECT_EQ(message.find('\n'), std::string::npos) << message;
      return message;
    }
    ADD_FAILURE() << path << " was accepted";
    return {};
  }

  fs::path folder_ = fs::path(testing::TempDir()) /
                     (std::string("ulna-no-port-") +
                      testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(NoPort, AFileOfText) {
  refusal(write("text.so", "This is no library.\n"));
}

TEST_F(NoPort, AnEmptyFile) {
  refusal(write("empty.so", ""));
}

TEST_F(NoPort, AFileThatIsNotThere) {
  refusal(folder_ / "missing.so");
}

TEST_F(NoPort, AFolder) {
  refusal(folder_);
}

TEST_F(NoPort, ALibraryWithoutTheFunction) {
  const std::string library = loaded_library("libmpfr");
  ASSERT_NE(library, "");
  EXPECT_THAT(refusal(library), HasSubstr("does not export ulna_port_v1"));
}

TEST_F(NoPort, AProgram) {
  refusal(test_installation().worker.native);
}

TEST_F(NoPort, APortCutShortAnywhere) {
  // The loader may refuse it or die of it; the judge does neither.
  std::ifstream file(builtin("scalar"), std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(file), {}};
  ASSERT_GT(whole.size(), 4096u);
  int refused = 0;
  constexpr size_t kCuts = 10; // the last ones leave less than what is loaded
  for (size_t i = 1; i < kCuts; ++i) {
    const std::string path = write("short.so", whole.substr(0, whole.size() >> i));
    try {
      const Session session(path, test_installation().worker);
    } catch (const BadInput& e) {
      EXPECT_EQ(std::strchr(e.what(), '\n'), nullptr) << e.what();
      ++refused;
    } catch (const LoadCrash& e) {
      EXPECT_EQ(e.what.find('\n'), std::string::npos) << e.what;
      ++refused;
    }
  }
  EXPECT_GT(refused, 0);
}

TEST_F(NoPort, NoWorker) {
  const std::string worker = folder_ / "no-worker";
  try {
    const Session session(builtin("scalar"), worker);
    ADD_FAILURE() << "started without a worker";
  } catch (const BadInput& e) {
    EXPECT_THAT(e.what(), StartsWith(worker + ": cannot start it"));
  }
}

TEST_F(NoPort, AWorkerThatCannotServeSaysWhy) {
  const std::string worker = write("worker", "");
  fs::permissions(worker, fs::perms::owner_all);
  for (const auto& [code, said] : {std::pair{"70", "its worker could not be set up"},
                                   std::pair{"71", "/worker: of another version than this ulna"},
                                   std::pair{"72", "cannot be confined"}}) {
    write("worker", fmt::format("#!/bin/sh\nexit {}\n", code));
    try {
      const Session session(builtin("scalar"), worker);
      ADD_FAILURE() << "started";
    } catch (const BadInput& e) {
      EXPECT_THAT(e.what(), HasSubstr(said));
    }
  }
}

TEST(LoadingAPort, WithoutTheHeaderForAnAdversaryNamesTheOption) {
  try {
    const Session session(builtin("sse"), test_installation().worker, 7);
    FAIL() << "nothing was thrown";
  } catch (const BadInput& e) {
    EXPECT_THAT(e.what(), HasSubstr("sse.so: not a port: it is not built with "
                                    "ulna/approximations.h; add -include ulna/approximations.h"));
  }
}

TEST(LoadingAPort, OfWhichTheEndIsMissingNamesTheCure) {
  std::ifstream whole(builtin("sse"), std::ios::binary);
  std::string bytes(3000, '\0');
  ASSERT_TRUE(whole.read(bytes.data(), std::streamsize(bytes.size())));
  const std::string path = testing::TempDir() + "ulna-cut-short.so";
  std::ofstream(path, std::ios::binary) << bytes;
  try {
    const Session session(path, test_installation().worker);
    ADD_FAILURE() << "loaded";
  } catch (const BadInput& e) {
    EXPECT_THAT(e.what(), HasSubstr("cut-short.so: not a port: the file ends before its headers "
                                    "say; get the whole file"));
  }
  std::filesystem::remove(path);
}

/// SIGALRM every millisecond, which interrupts what can be.
class Alarms {
public:
  Alarms() {
    struct sigaction action {};
    action.sa_handler = [](int) { count = count + 1; };
    sigaction(SIGALRM, &action, &before_);
    every(1000);
  }
  ~Alarms() {
    every(0);
    sigaction(SIGALRM, &before_, nullptr);
  }
  Alarms(const Alarms&) = delete;
  Alarms& operator=(const Alarms&) = delete;

  static inline volatile sig_atomic_t count = 0;

private:
  static void every(suseconds_t microseconds) {
    const itimerval timer{{0, microseconds}, {0, microseconds}};
    setitimer(ITIMER_REAL, &timer, nullptr);
  }

  struct sigaction before_ {};
};

TEST(LoadingAPort, IsNotAHangWhenASignalComes) {
  const Alarms alarms;
  for (Alarms::count = 0; Alarms::count < 100;)
    EXPECT_NO_THROW(Session(builtin("sse"), test_installation().worker));
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "a worker was not waited for";
}

TEST(LoadingAPort, ThatExitsIsNoBadInput) {
  try {
    const Session session(planted("bug_load_exit"), test_installation().worker);
    ADD_FAILURE() << "was accepted";
  } catch (const LoadCrash& e) {
    EXPECT_EQ(e.end, End::exited);
  }
}

TEST(LoadingAPort, ThatTrapsIsNoBadInput) {
  try {
    const Session session(planted("bug_load_trap"), test_installation().worker);
    ADD_FAILURE() << "was accepted";
  } catch (const LoadCrash& e) {
    EXPECT_EQ(e.end, End::died);
  }
}

TEST(LoadingAPort, ThatNeverEndsIsAHang) {
  try {
    const Session session(planted("bug_load_hangs"), test_installation().worker);
    ADD_FAILURE() << "was accepted";
  } catch (const LoadCrash& e) {
    EXPECT_EQ(e.end, End::hung);
  }
}

// --- What is left behind ----------------------------------------------------------------------

size_t open_descriptors() {
  size_t count = 0;
  for (const auto& entry : fs::directory_iterator("/proc/self/fd")) {
    (void)entry;
    ++count;
  }
  return count;
}

/// Lines of /proc/self/maps that name the judge's memory files.
size_t shared_mappings() {
  std::ifstream maps("/proc/self/maps");
  size_t count = 0;
  for (std::string line; std::getline(maps, line);)
    count += line.find("memfd:ulna") != std::string::npos;
  return count;
}

bool no_children() {
  return waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD;
}

/// Runs it, and expects the process to be as before.
template <class Body>
void expect_nothing_left(Body body) {
  const size_t before = open_descriptors();
  ASSERT_TRUE(no_children());
  body();
  EXPECT_EQ(open_descriptors(), before);
  EXPECT_EQ(shared_mappings(), 0u);
  EXPECT_TRUE(no_children());
}

TEST(NothingIsLeftBehind, ByASession) {
  expect_nothing_left([] {
    Session session(builtin("scalar"), test_installation().worker);
    run(session, cases_of_sizes(transform_verts(), {1, 2, 3}));
    const Session moved(std::move(session));
    EXPECT_GT(open_descriptors(), 3u);
  });
}

TEST(NothingIsLeftBehind, ByPairs) {
  expect_nothing_left([] {
    Session session(builtin("scalar"), test_installation().worker);
    const auto cases = cases_of_sizes(transform_verts(), {40, 50});
    session.run_together(cases[0], cases[1], [](size_t, const CallResult&, const Outputs&) {});
  });
}

TEST(NothingIsLeftBehind, ByASessionThatWasNeverUsed) {
  expect_nothing_left([] { const Session session(builtin("asm"), test_installation().worker); });
}

TEST(NothingIsLeftBehind, ByCrashesAndExits) {
  expect_nothing_left([] {
    Session crashes(planted("bug_divides_by_zero"), test_installation().worker);
    run(crashes, cases_of_sizes(transform_verts(), {0, 1, 0, 2, 0}));
    Session exits(planted("bug_exit_37"), test_installation().worker);
    run(exits, cases_of_sizes(transform_verts(), {37, 1, 37}));
  });
}

TEST(NothingIsLeftBehind, ByAHang) {
  expect_nothing_left([] {
    Session session(planted("bug_hangs_on_zero"), test_installation().worker);
    run(session, cases_of_sizes(transform_verts_and_tangents(), {0}));
  });
}

TEST(NothingIsLeftBehind, ByFilesThatAreNoPorts) {
  expect_nothing_left([] {
    EXPECT_THROW(Session("/", test_installation().worker), BadInput);
    EXPECT_THROW(Session(test_installation().worker.native, test_installation().worker), BadInput);
    EXPECT_THROW(Session(builtin("scalar"), "/"), BadInput);
    EXPECT_THROW(Session(planted("bug_load_exit"), test_installation().worker), LoadCrash);
    EXPECT_THROW(Session(planted("bug_load_trap"), test_installation().worker), LoadCrash);
  });
}

TEST(NothingIsLeftBehind, BySessionsWithoutEnoughDescriptors) {
  expect_nothing_left([] {
    const int first_free = dup(0);
    close(first_free);
    rlimit old{};
    getrlimit(RLIMIT_NOFILE, &old);
    int refused = 0;
    bool started = false;
    for (rlim_t spare = 0; spare < 40 && !started; ++spare) {
      const rlimit few{static_cast<rlim_t>(first_free) + spare, old.rlim_max};
      setrlimit(RLIMIT_NOFILE, &few);
      try {
        const Session session(builtin("scalar"), test_installation().worker);
        started = true;
      } catch (const BadInput& e) {
        ++refused;
        EXPECT_THAT(e.what(), HasSubstr("ulimit -n"));
      }
      setrlimit(RLIMIT_NOFILE, &old);
    }
    EXPECT_TRUE(started);
    EXPECT_GE(refused, 4) << "its memory files, its socket, and what the worker gets of them";
  });
}

TEST(NothingIsLeftBehind, ByManySessions) {
  expect_nothing_left([] {
    for (int i = 0; i < 20; ++i) {
      Session session(builtin("scalar"), test_installation().worker);
      run(session, cases_of_sizes(lerp_joints(), {i == 0 ? 0u : 5u}));
      session.restart();
    }
  });
}

} // namespace
} // namespace ulna
