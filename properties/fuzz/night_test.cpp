// The overnight runner's parts that need no disk: who runs next, what targets say, what is one
// finding.
#include "cases/case_file.h"
#include "fuzz/night/findings.h"
#include "fuzz/night/fuzzer_output.h"
#include "fuzz/night/report.h"
#include "fuzz/night/schedule.h"
#include "report/table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace ulna::night {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// --- who runs next

/// So many turns of one second each with the given rates; how many each had, and the longest wait.
std::pair<std::vector<int>, int> turns_with(const std::vector<double>& rates, int count) {
  std::vector<Turn> turns(rates.size());
  for (size_t i = 0; i < rates.size(); ++i) turns[i].rate = rates[i];
  std::vector<int> had(rates.size()), last(rates.size());
  int longest = 0;
  for (int t = 1; t <= count; ++t) {
    const size_t which = next(turns, std::vector<bool>(rates.size(), true));
    charge(turns, which, 1);
    ++had[which];
    longest = std::max(longest, t - last[which]);
    last[which] = t;
  }
  for (const int t : last) longest = std::max(longest, count - t);
  return {had, longest};
}

TEST(Schedule, AllGetTheSameWhereNothingIsKnown) {
  EXPECT_THAT(turns_with({-1, -1, -1, -1}, 400).first, ElementsAre(100, 100, 100, 100));
}

TEST(Schedule, WhoFindsMoreRunsMore) {
  const auto [had, longest] = turns_with({3, 1, 0, 0}, 800);
  EXPECT_GT(had[0], had[1] + 100);
  EXPECT_GT(had[1], had[2] + 50);
}

TEST(Schedule, NobodyStarves) {
  std::vector<double> rates(17, 0);
  rates[5] = 1e300;
  const auto [had, longest] = turns_with(rates, 3400);
  EXPECT_GT(had[5], 1500);
  EXPECT_LE(longest, 17 / kEvenShare + 1); // as schedule.h promises, for slices of one second
  for (const int n : had) EXPECT_GE(n, 3400 / 17 * kEvenShare - 1);
}

TEST(Schedule, SharesAddUpToOneWhateverTheRates) {
  for (const std::vector<double>& rates :
       {std::vector<double>{0, 0}, {NAN, 1}, {INFINITY, 1, -INFINITY}, {-1, 5, 1e-300}, {-1}}) {
    std::vector<Turn> turns;
    for (const double rate : rates) turns.push_back({rate, 0});
    double sum = 0;
    for (const double share : shares(turns)) {
      EXPECT_GE(share, kEvenShare / double(rates.size()) * (1 - 1e-12));
      sum += share;
    }
    EXPECT_NEAR(sum, 1, 1e-12);
  }
}

TEST(Schedule, AnUnknownTargetCountsAsTheBest) {
  const std::vector<Turn> turns{{-1, 0}, {4, 0}, {1, 0}};
  const std::vector<double> all = shares(turns);
  EXPECT_DOUBLE_EQ(all[0], all[1]);
  EXPECT_LT(all[2], all[1]);
}

TEST(Schedule, StepsTakeHalfOfTheTimeUnlessTheyPileUp) {
  double judged = 0, fuzzed = 0;
  for (int i = 0; i < 1000; ++i) { // one waits at all times, and each takes longer than a slice
    if (steps_first(judged, fuzzed, 1)) {
      judged += 100;
    } else {
      fuzzed += 7;
    }
  }
  EXPECT_NEAR(judged / (judged + fuzzed), 0.5, 0.02);
  EXPECT_TRUE(steps_first(1000, 0, 8));
}

TEST(Schedule, JudgingIsInProportionToTheNight) {
  for (const double night : {1.0, 60.0, 600.0, 3600.0, 8 * 3600.0}) { // as docs/night.md promises
    const double end = seconds_of_judging(night) + seconds_of_cutting(night);
    EXPECT_LE(end, std::max(70.0, 0.35 * night)) << night;
    EXPECT_LE(end, 600) << night;
    EXPECT_LE(seconds_of_step(night), std::max(60.0, night / 4)) << night;
  }
}

TEST(Schedule, OnlyThoseThatAreReadyRun) {
  const std::vector<Turn> turns{{1, 0}, {1, 5}, {1, 9}};
  EXPECT_EQ(next(turns, {false, true, true}), 1u);
  EXPECT_EQ(next(turns, {false, false, false}), 3u);
}

TEST(Schedule, YieldIsInDoublingsAndNeverNegative) {
  EXPECT_DOUBLE_EQ(yield_of(99, 199, 0), 1);
  EXPECT_DOUBLE_EQ(yield_of(99, 199, 2.5), 3.5);
  EXPECT_DOUBLE_EQ(yield_of(199, 99, 0), 0);
  EXPECT_DOUBLE_EQ(yield_of(0, 0, NAN), 0);
}

TEST(Schedule, LearnsAndForgets) {
  Turn turn;
  learn(turn, 60, 60);
  EXPECT_DOUBLE_EQ(turn.rate, 1);
  learn(turn, 0, 60);
  EXPECT_DOUBLE_EQ(turn.rate, 0.5);
  learn(turn, NAN, 0);
  EXPECT_DOUBLE_EQ(turn.rate, 0.25);
}

// --- what libFuzzer says

constexpr const char* kReport =
    "INFO: Seed: 1\n"
    "#2\tINITED cov: 30 ft: 45 corp: 1/1b exec/s: 0 rss: 30Mb\n"
    "#512\tpulse  cov: 33 ft: 50 corp: 3/12b lim: 4 exec/s: 256 rss: 31Mb\n"
    "=================================================================\n"
    "==21==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602 at pc 0x5 bp 0x7\n"
    "READ of size 4 at 0x602 thread T0\n"
    "    #0 0x4a1 in __asan_memcpy (/b/fuzz-case_file+0x4a1)\n"
    "    #1 0x4f2 in std::vector<int, std::allocator<int> >::at(unsigned long) "
    "/usr/include/v.h:9:1\n"
    "    #2 0x4f3 in ulna::(anonymous namespace)::Reader::word(int, char const*) /s/case.cpp:12:3\n"
    "    #3 0x4f4 in ulna::read_case(std::basic_string_view<char>) /s/case.cpp:5:1\n"
    "    #4 0x4f5 in LLVMFuzzerTestOneInput /s/t.cpp:9:3\n"
    "    #5 0x4f6 in ulna::never_shown() /s/t.cpp:1:1\n"
    "    #6 0x4f7 in ulna::fourth() /s/t.cpp:1:1\n\n"
    "0x602 is located 0 bytes to the right of 4-byte region\n"
    "allocated by thread T0 here:\n"
    "    #0 0x4a1 in ulna::somebody_else() /s/x.cpp:1:1\n"
    "SUMMARY: AddressSanitizer: heap-buffer-overflow /s/case.cpp:12:3\n"
    "stat::number_of_executed_units: 700\n";

TEST(FuzzerOutput, ReadsCountsAndTheStackOfOurs) {
  FuzzerOutput output;
  output.add(kReport);
  EXPECT_EQ(output.executions(), 700u);
  EXPECT_EQ(output.coverage(), 33u);
  EXPECT_EQ(output.features_at_start(), 45u);
  EXPECT_EQ(output.features(), 50u);
  EXPECT_EQ(output.trace().what, "heap-buffer-overflow");
  EXPECT_EQ(output.trace().where(), "ulna::Reader::word < ulna::read_case < ulna::never_shown");
  EXPECT_THAT(output.text(), HasSubstr("somebody_else"));
}

TEST(FuzzerOutput, PiecesOfAnyLengthSayTheSame) {
  const std::string all = kReport;
  for (size_t step = 1; step < 90; ++step) {
    FuzzerOutput output;
    for (size_t i = 0; i < all.size(); i += step) output.add(std::string_view(all).substr(i, step));
    ASSERT_EQ(output.executions(), 700u) << step;
    ASSERT_EQ(output.trace().frames.size(), 3u) << step;
  }
}

TEST(FuzzerOutput, OfEveryKindOfReportTheReason) {
  for (const auto& [line, reason] :
       {std::pair{"==1== ERROR: libFuzzer: timeout after 20 seconds", "timeout"},
        {"==1== ERROR: libFuzzer: out-of-memory (used: 2100Mb; limit: 2048Mb)", "out-of-memory"},
        {"==1== ERROR: libFuzzer: deadly signal", "deadly signal"},
        {"==1==ERROR: LeakSanitizer: detected memory leaks", "detected memory leaks"},
        {"==1==ERROR: AddressSanitizer: SEGV on unknown address 0x0 (pc 0x4)", "SEGV"}}) {
    FuzzerOutput output;
    output.add(std::string(line) + "\n");
    EXPECT_EQ(output.trace().what, reason);
  }
}

TEST(FuzzerOutput, ATargetThatTalksWithoutEndIsCutShort) {
  FuzzerOutput output;
  const std::string line(1000, 'x');
  for (int i = 0; i < 5000; ++i) output.add(line + (i % 3 ? "\n" : ""));
  EXPECT_LT(output.text().size(), 100'000u);
}

// --- what is one finding

TEST(Key, OfTheNameOfACase) {
  const Key plain = key_of("slerp_joints-sse-out_of_bound-0123abcd.case", "slerp_joints", "");
  EXPECT_EQ(plain, (Key{"slerp_joints", "sse", "out_of_bound", ""}));
  const Key dashes = key_of("lerp_joints-my-own-port-crashed-77.case", "lerp_joints", "");
  EXPECT_EQ(dashes, (Key{"lerp_joints", "my-own-port", "crashed", ""}));
  const Key kind_in_port = key_of("lerp_joints-hung-crashed-77.case", "lerp_joints", "");
  EXPECT_EQ(kind_in_port, (Key{"lerp_joints", "hung", "crashed", ""}));
}

TEST(Key, OfAConversionHasTheClause) {
  const std::string file = "convert_to_blended_mesh-sse-not_valid-77.case";
  const Key key = key_of(file, "convert_to_blended_mesh", "not_valid by sse: kept weights: 0.5");
  EXPECT_EQ(key.where, "kept weights");
  EXPECT_NE(key, key_of(file, "convert_to_blended_mesh", "not_valid by sse: cracks: vertex 3"));
}

TEST(Key, NamesOfAnotherFormAreFiledAllTheSame) {
  for (const char* name : {"x.case", "slerp_joints.case", "slerp_joints-.case",
                           "slerp_joints-sse-77.case", "slerp_joints-out_of_bound-77.case",
                           "slerp_joints--out_of_bound.case", "lerp_joints-sse-hung-7.case"})
    EXPECT_EQ(key_of(name, "slerp_joints", "").kind, "unnamed") << name;
}

TEST(Key, FoldersOfDifferentKeysDiffer) {
  const Key a{"t", "a b", "hung", ""}, b{"t", "a_b", "hung", ""}, c{"t", "a", "b-hung", ""};
  EXPECT_NE(a.id(), b.id());
  EXPECT_NE(b.id(), c.id());
  EXPECT_EQ(a.id().find_first_of("/ "), std::string::npos);
  EXPECT_NE((Key{"t", "", "../../x", ""}.id().front()), '.');
}

TEST(Texts, DurationsAndFileNames) {
  EXPECT_EQ(duration(3725), "1h02m");
  EXPECT_EQ(duration(95), "1m35s");
  EXPECT_EQ(duration(4.25), "4s");
  EXPECT_EQ(duration(-1), "0s");
  EXPECT_EQ(grouped(1'234'567), "1,234,567");
  EXPECT_EQ(file_name("../a b\xff"), "_.._a_b_");
  EXPECT_EQ(file_name(""), "_");
  EXPECT_LE(file_name(std::string(500, 'x')).size(), 61u);
}

} // namespace
} // namespace ulna::night
