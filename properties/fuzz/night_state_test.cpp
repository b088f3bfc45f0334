// What the overnight runner keeps: findings and its state, cut and altered in every way.
#include "fuzz/night/findings.h"
#include "fuzz/night/hashed_json.h"
#include "fuzz/night/state.h"
#include "properties/fuzz/night_folder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <fstream>

namespace ulna::night {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

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
  for (size_t length = 0; length < record.size() - 1; length += 17) {
    std::ofstream(folder / "finding.json", std::ios::trunc) << record.substr(0, length);
    Findings findings(folder_, log_);
    ASSERT_THAT(findings.all(), IsEmpty()) << length;
    const auto back = files_in(folder_.work() / "lerp_joints.again" / "findings");
    ASSERT_EQ(back.size(), 2u) << length;
    for (const fs::path& witness : back) findings.file(key_, witness, "why", "n1");
    ASSERT_EQ(findings.all().at(key_).count, 2u) << length;
  }
}

/// A record that is whole and cannot be right.
class WrongRecord : public FindingsTest {
protected:
  WrongRecord() {
    Findings findings(folder_, log_);
    file(findings, "lerp_joints-sse-hung-1.case");
    finding_ = findings.folder_of(findings.all().at(key_));
  }
  void expect_filed_again() {
    const Findings findings(folder_, log_);
    EXPECT_THAT(findings.all(), IsEmpty());
    EXPECT_EQ(files_in(folder_.work() / "lerp_joints.again" / "findings").size(), 1u);
  }
  fs::path finding_;
};

TEST_F(WrongRecord, OfAnUnknownWordIsNotBelieved) {
  nlohmann::json record = read_hashed(finding_ / "finding.json");
  ASSERT_EQ(record.at("shrunk"), "not yet");
  record["shrunk"] = "perhaps";
  write_hashed(finding_ / "finding.json", record);
  expect_filed_again();
  EXPECT_THAT(log(), HasSubstr("shrunk is perhaps"));
}

TEST_F(WrongRecord, OfAnotherFolderIsNotBelieved) {
  fs::rename(finding_, finding_.parent_path() / "another");
  expect_filed_again();
  EXPECT_THAT(log(), HasSubstr("it is in the wrong folder"));
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

TEST_F(StateTest, KnowsWhatItsNightIsOn) {
  State state = sample();
  state.subject = {"/p\xff.so", "mine", "12ab", {{"slerp_joints", 3}, {"model", 0}}};
  save(state, folder_.state());
  const Subject read_back = load_state(folder_, log_).subject;
  EXPECT_TRUE(same(read_back, state.subject));
  Subject port = read_back, bytes = read_back, targets = read_back, contract = read_back;
  port.port = "/q.so";
  bytes.port_sha256 = "34cd";
  targets.contracts.erase("model");
  contract.contracts["slerp_joints"] = 4;
  for (const Subject& other : {port, bytes, targets, contract, Subject{}})
    EXPECT_FALSE(same(read_back, other));
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
    for (const int bit : {0, 5}) {
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
    write_hashed(folder_.state(), content);
    EXPECT_EQ(read(read_file(folder_.state().string())).night, "") << content;
  }
}

TEST_F(StateTest, ANewNightCountsFromZeroAndKnowsWhatItKnew) {
  State state = sample();
  state.over = true;
  begin_night(state, {}, 60, "tonight");
  EXPECT_FALSE(state.over);
  EXPECT_EQ(state.elapsed, 0);
  EXPECT_EQ(state.slices, 99u); // seeds go on
  const TargetState& t = state.targets.at("slerp_joints");
  EXPECT_EQ(t.executions, 0u);
  EXPECT_EQ(t.turn.pass, 0);
  EXPECT_EQ(t.turn.rate, 0.1);
  EXPECT_EQ(t.features, 6u);
}

} // namespace
} // namespace ulna::night
