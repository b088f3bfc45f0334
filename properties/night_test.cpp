// The overnight runner's parts: who runs next, what is one finding, what survives on the disk.
#include "certify/error.h"
#include "certify/files.h"
#include "fuzz/night/corpus.h"
#include "fuzz/night/findings.h"
#include "fuzz/night/fuzzer_output.h"
#include "fuzz/night/largest.h"
#include "fuzz/night/report.h"
#include "fuzz/night/sealed.h"
#include "fuzz/night/state.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <stdlib.h>

namespace ulna::night {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// A folder of a night that is gone afterwards.
class NightFolder : public testing::Test {
protected:
  NightFolder() : folder_(temporary()), log_(folder_.log()) {}
  ~NightFolder() override { fs::remove_all(folder_.root()); }

  static std::string temporary() {
    std::string path = testing::TempDir() + "ulna-night-XXXXXX";
    if (!mkdtemp(path.data())) throw BadInput("no temporary folder");
    return path;
  }
  fs::path put(const fs::path& relative, const std::string& text) const {
    const fs::path path = folder_.root() / relative;
    write_file_whole(path.string(), text);
    return path;
  }
  std::string log() const { return read_file(folder_.log().string()); }

  Folder folder_;
  Log log_;
};

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

class FindingsTest : public NightFolder {
protected:
  const Key key_{"lerp_joints", "sse", "hung", ""};
  Distinct* file(Findings& findings, const std::string& name, const std::string& night = "n1") {
    return findings.file(key_, put("work/x.0/findings/" + name, "text of " + name), "why", night);
  }
};

TEST_F(FindingsTest, TheSecondOfAKeyIsNotNewAndIsKept) {
  Findings findings(folder_, log_);
  const Distinct* const first = file(findings, "a.case");
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(file(findings, "b.case"), nullptr);
  const fs::path folder = findings.folder_of(*first);
  EXPECT_EQ(read_file((folder / "a.case").string()), "text of a.case");
  EXPECT_EQ(read_file((folder / "more" / "b.case").string()), "text of b.case");
  EXPECT_THAT(files_in(folder_.work() / "x.0" / "findings"), IsEmpty());
  EXPECT_EQ(findings.all().at(key_).count, 2u);
}

TEST_F(FindingsTest, ReadsWhatItWrote) {
  {
    Findings findings(folder_, log_);
    file(findings, "a.case", "n1");
    file(findings, "b.case", "n2");
  }
  const Findings findings(folder_, log_);
  const Distinct& d = findings.all().at(key_);
  EXPECT_EQ(d.first_night, "n1");
  EXPECT_EQ(d.last_night, "n2");
  EXPECT_EQ(d.count, 2u);
  EXPECT_EQ(d.count_tonight, 1u);
  EXPECT_EQ(d.witness, "a.case");
  EXPECT_EQ(findings.new_in("n1"), 1u);
  EXPECT_EQ(findings.new_in("n2"), 0u);
}

TEST_F(FindingsTest, FilingWhatWasHalfFiledCountsItOnce) {
  Findings findings(folder_, log_);
  file(findings, "a.case");
  const fs::path folder = findings.folder_of(findings.all().at(key_));
  fs::rename(folder / "a.case", put("work/x.0/findings/a.case", "")); // as before the move
  Findings again(folder_, log_);
  EXPECT_EQ(again.file(key_, folder_.work() / "x.0/findings/a.case", "why", "n1"), nullptr);
  EXPECT_EQ(again.all().at(key_).count, 1u);
  EXPECT_TRUE(fs::exists(folder / "a.case"));
}

TEST_F(FindingsTest, ManyOfOneKindAreCountedAndNotAllKept) {
  Findings findings(folder_, log_);
  for (uint64_t i = 0; i < Findings::kKept + 20; ++i) file(findings, fmt::format("{}.case", i));
  const Distinct& d = findings.all().at(key_);
  EXPECT_EQ(d.count, Findings::kKept + 20);
  EXPECT_EQ(files_in(findings.folder_of(d) / "more").size(), Findings::kKept - 1);
}

TEST_F(FindingsTest, ARecordCutAtAnyLengthLosesNoWitness) {
  fs::path folder;
  {
    Findings findings(folder_, log_);
    file(findings, "lerp_joints-sse-hung-1.case");
    file(findings, "lerp_joints-sse-hung-2.case");
    folder = findings.folder_of(findings.all().at(key_));
  }
  const std::string record = read_file((folder / "finding.json").string());
  for (size_t length = 0; length < record.size() - 1; length += 7) {
    std::ofstream(folder / "finding.json", std::ios::trunc) << record.substr(0, length);
    Findings findings(folder_, log_);
    ASSERT_THAT(findings.all(), IsEmpty()) << length;
    const auto back = files_in(folder_.work() / "lerp_joints.again" / "findings");
    ASSERT_EQ(back.size(), 2u) << length;
    for (const fs::path& witness : back) findings.file(key_, witness, "why", "n1");
    ASSERT_EQ(findings.all().at(key_).count, 2u) << length;
  }
}

// --- the state

class StateTest : public NightFolder {
protected:
  static State sample() {
    State state;
    state.night = "2026-11-21T08:00:00Z";
    state.length = 28800;
    state.elapsed = 1234.5678901234567;
    state.starts = 3;
    state.slices = 99;
    state.targets["slerp_joints"] = {{0.1, 77.25}, 60.5, 2, 1'000'000'000'000, 5, 6, 7, 8, 9, 10};
    state.targets["model"] = {};
    return state;
  }
  /// What is read where the file holds `text`; empty night: it was set aside.
  State read(const std::string& text) {
    fs::remove_all(folder_.corrupt());
    std::ofstream(folder_.state(), std::ios::trunc | std::ios::binary) << text;
    State state = load_state(folder_, log_);
    const bool kept = !files_in(folder_.corrupt()).empty();
    EXPECT_EQ(kept, state.night.empty());
    if (kept) {
      EXPECT_EQ(read_file(files_in(folder_.corrupt())[0].string()), text);
    }
    return state;
  }
};

TEST_F(StateTest, IsReadAsItWasWritten) {
  save(sample(), folder_.state());
  const State state = load_state(folder_, log_);
  EXPECT_EQ(state.night, sample().night);
  EXPECT_EQ(state.elapsed, sample().elapsed);
  EXPECT_EQ(state.slices, 99u);
  const TargetState& t = state.targets.at("slerp_joints");
  EXPECT_EQ(t.turn.rate, 0.1);
  EXPECT_EQ(t.turn.pass, 77.25);
  EXPECT_EQ(t.executions, 1'000'000'000'000u);
  EXPECT_EQ(t.failures, 10u);
  EXPECT_EQ(state.targets.size(), 2u);
}

TEST_F(StateTest, MissingIsNewAndNoTrouble) {
  EXPECT_EQ(load_state(folder_, log_).night, "");
  EXPECT_THAT(files_in(folder_.corrupt()), IsEmpty());
}

TEST_F(StateTest, CutAtAnyLengthIsSetAside) {
  save(sample(), folder_.state());
  const std::string text = read_file(folder_.state().string());
  // Without its last line feed it is still whole.
  for (size_t length = 0; length + 1 < text.size(); ++length)
    ASSERT_EQ(read(text.substr(0, length)).night, "") << length;
  EXPECT_THAT(log(), HasSubstr("state.json"));
}

TEST_F(StateTest, AFlippedBitIsNeverBelieved) {
  save(sample(), folder_.state());
  const std::string text = read_file(folder_.state().string());
  int set_aside = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    for (const int bit : {0, 1, 5, 7}) {
      std::string flipped = text;
      flipped[i] = char(flipped[i] ^ (1 << bit));
      const State state = read(flipped);
      set_aside += state.night.empty();
      if (state.night.empty()) continue;
      ASSERT_EQ(state.night, sample().night) << i; // only white space was hit
      ASSERT_EQ(state.elapsed, sample().elapsed) << i;
      ASSERT_EQ(state.targets.at("slerp_joints").executions, 1'000'000'000'000u) << i;
    }
  }
  EXPECT_GT(set_aside, int(text.size()));
}

TEST_F(StateTest, OtherTypesAndVersionsAreSetAside) {
  for (const nlohmann::json& content :
       {nlohmann::json(7), nlohmann::json::array(), nlohmann::json{{"version", 2}},
        nlohmann::json{{"version", "1"}}, nlohmann::json{{"version", 1}, {"night", 5}}}) {
    write_sealed(folder_.state(), content);
    EXPECT_EQ(read(read_file(folder_.state().string())).night, "") << content;
  }
}

TEST_F(StateTest, ANewNightCountsFromZeroAndKnowsWhatItKnew) {
  State state = sample();
  state.over = true;
  begin_night(state, 60, "tonight");
  EXPECT_FALSE(state.over);
  EXPECT_EQ(state.elapsed, 0);
  EXPECT_EQ(state.slices, 99u); // seeds go on
  const TargetState& t = state.targets.at("slerp_joints");
  EXPECT_EQ(t.executions, 0u);
  EXPECT_EQ(t.turn.pass, 0);
  EXPECT_EQ(t.turn.rate, 0.1);
  EXPECT_EQ(t.features, 6u);
}

// --- corpora and largest errors

TEST_F(NightFolder, InputsThatAreNoneAreSetAside) {
  const std::string hash = "a9993e364706816aba3e25717850c26c9cd0d89d"; // SHA-1 of "abc"
  put("corpus/model/" + hash, "abc");
  put("corpus/model/aa" + hash.substr(2), "abc");
  put("corpus/model/a-seed.case", "any name will do for a seed");
  fs::create_symlink("/nowhere", folder_.corpus("model") / "link");
  fs::create_directory(folder_.corpus("model") / "sub");
  mend_corpus(folder_, "model", log_);
  EXPECT_THAT(files_in(folder_.corpus("model")),
              ElementsAre(folder_.corpus("model") / "a-seed.case", folder_.corpus("model") / hash));
  EXPECT_EQ(corpus_size(folder_, "model"), 2u);
  EXPECT_EQ(
      read_file((folder_.corrupt() / "model" / ("aa" + hash.substr(2) + ".corrupt")).string()),
      "abc");
  EXPECT_THAT(log(), HasSubstr("3 corrupt inputs"));
}

TEST_F(NightFolder, AMergeTakesThePlaceOfTheCorpus) {
  put("corpus/model/old", "1");
  put("work/model.merge/new", "2");
  EXPECT_TRUE(take_merge(folder_, "model"));
  EXPECT_THAT(files_in(folder_.corpus("model")), ElementsAre(folder_.corpus("model") / "new"));
  EXPECT_FALSE(fs::exists(folder_.work() / "model.merge"));
}

TEST_F(NightFolder, AMergeThatLeftNothingIsDropped) {
  put("corpus/model/old", "1");
  fs::create_directory(folder_.work() / "model.merge");
  EXPECT_FALSE(take_merge(folder_, "model"));
  EXPECT_THAT(files_in(folder_.corpus("model")), ElementsAre(folder_.corpus("model") / "old"));
}

TEST_F(NightFolder, TheLargestOfManyLinesIsKeptAndCutLinesAreNot) {
  const auto line = [](const char* fraction) {
    return fmt::format(R"({{"operation": "o", "port": "p", "quantity": "q", "fraction": {}, )"
                       R"("error": 1, "bound": 2, "file": "w.case"}})",
                       fraction);
  };
  put("work/o.0/findings/w.case", "the witness");
  const fs::path jsonl =
      put("work/o.0/findings/largest.jsonl", line("0.25") + "\n" + line("0.5") + "\nrubbish\n[]\n" +
                                                 line("\"x\"") + "\n" + line("0.75").substr(0, 60));
  LargestErrors errors(folder_, log_);
  EXPECT_DOUBLE_EQ(errors.take(jsonl), std::log2(0.5 * 64));
  const LargestErrors::Name name{"o", "p", "q"};
  EXPECT_EQ(errors.all().at(name).fraction, 0.5);
  EXPECT_EQ(errors.take(jsonl), 0); // nothing grew
  put("work/o.0/findings/largest.jsonl", line("0.4") + "\n" + line("1.0"));
  put("work/o.0/findings/w.case", "a larger one");
  EXPECT_DOUBLE_EQ(errors.take(jsonl), 1);
  const LargestErrors again(folder_, log_);
  EXPECT_EQ(again.all().at(name).fraction, 1);
  EXPECT_EQ(read_file(again.witness(name).string()), "a larger one");
}

TEST_F(NightFolder, ANaNIsTheLargestError) {
  put("work/o.0/findings/w.case", "the witness");
  const fs::path jsonl =
      put("work/o.0/findings/largest.jsonl",
          R"({"operation": "o", "port": "p", "quantity": "q", "fraction": null, "error": null, )"
          R"("bound": 2, "file": "w.case"})");
  LargestErrors(folder_, log_).take(jsonl);
  const LargestErrors again(folder_, log_);
  EXPECT_EQ(again.all().begin()->second.fraction, INFINITY);
}

// --- the report

TEST_F(NightFolder, TheReportSaysWhatChanged) {
  Findings findings(folder_, log_);
  const LargestErrors largest(folder_, log_);
  findings.file({"model", "", "timeout", ""}, put("work/a", "1"), "", "n1");
  State state;
  state.night = "n1";
  state.targets["model"].seconds = 60;
  state.targets["model"].features = 10;
  const ReportContext context{"./ulna", "", {"sse"}, "/targets", {"skin_info"}};
  const auto first = morning_json(folder_, state, findings, largest, nullptr, context);
  EXPECT_EQ(first["new_findings"], 1);
  EXPECT_THAT(morning_text(first), HasSubstr("# 1 new finding, 0 known"));
  EXPECT_THAT(morning_text(first), HasSubstr("skin_info"));
  EXPECT_THAT(morning_text(first), HasSubstr("/targets/fuzz-model "));

  state.night = "n2";
  state.targets["model"].features = 12;
  findings.file({"lerp_joints", "sse", "hung", ""}, put("work/b.case", "1"), "|\n x", "n2");
  const auto second = morning_json(folder_, state, findings, largest, first, context);
  EXPECT_EQ(second["new_findings"], 1);
  EXPECT_EQ(second["changes"]["night"], "n1");
  EXPECT_EQ(second["changes"]["not_seen_again"].size(), 1u);
  EXPECT_EQ(second["changes"]["coverage"][0]["features_before"], 10);
  EXPECT_THAT(morning_text(second), HasSubstr("model: 12 features, 10 before"));
  EXPECT_THAT(morning_text(second), HasSubstr("./ulna replay "));
  EXPECT_THAT(morning_text(second), HasSubstr("\\|  x"));
}

TEST_F(NightFolder, AReportOfAnotherShapeIsNoTrouble) {
  Findings findings(folder_, log_);
  const LargestErrors largest(folder_, log_);
  findings.file({"model", "", "timeout", ""}, put("work/a", "1"), "", "n2");
  State state;
  state.night = "n2";
  state.targets["model"].seconds = 60;
  for (const char* last : {R"({"night": "x", "findings": 7, "targets": [1, {}], "largest": {}})",
                           R"({"night": "x", "targets": [{"target": "model", "features": "y"}]})"})
    EXPECT_THAT(morning_text(morning_json(folder_, state, findings, largest,
                                          nlohmann::json::parse(last), {})),
                HasSubstr("Since the night of x"));
}

TEST_F(NightFolder, ReportsGoIntoHistoryAndRubbishDoesNot) {
  put("morning.json", R"({"night": "2026-11-20T08:00:00Z"})");
  put("morning.md", "text");
  keep_morning(folder_, log_);
  EXPECT_TRUE(fs::exists(folder_.history() / "2026-11-20T08_00_00Z.md"));
  EXPECT_FALSE(fs::exists(folder_.root() / "morning.json"));
  put("history/2026-11-21.json", "{\"night\": ");
  EXPECT_EQ(last_morning(folder_, log_)["night"], "2026-11-20T08:00:00Z");
  EXPECT_EQ(files_in(folder_.corrupt()).size(), 1u);
}

// --- the folder

TEST_F(NightFolder, IsOneRunnersOnly) {
  try {
    const Folder second(folder_.root().string());
    FAIL() << "two have it";
  } catch (const BadInput& e) {
    EXPECT_THAT(e.what(), HasSubstr("another `ulna fuzz` is running in"));
    EXPECT_THAT(e.what(), Not(HasSubstr("\n")));
  }
}

TEST_F(NightFolder, TheLogIsOneLineForEachThing) {
  log_.line("two\nlines\x1b[31m");
  std::ofstream(folder_.log(), std::ios::app) << "cut by a full dis";
  Log(folder_.log()).line("next");
  EXPECT_THAT(log(), testing::MatchesRegex(
                         "....-..-..T..:..:..Z  two lines .31m\ncut by a full dis\n.*  next\n"));
}

TEST_F(NightFolder, SetAsideNeverReplacesWhatIsThere) {
  for (int i = 0; i < 3; ++i) set_aside(put("x", std::to_string(i)), folder_.corrupt());
  EXPECT_EQ(files_in(folder_.corrupt()).size(), 3u);
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
