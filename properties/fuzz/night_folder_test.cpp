// The folder of a night: corpora, largest errors, reports, the lock and the log.
#include "fuzz/night/corpus.h"
#include "fuzz/night/largest.h"
#include "fuzz/night/port_file.h"
#include "fuzz/night/report.h"
#include "properties/fuzz/night_folder.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include <cmath>
#include <fstream>
#include <sys/stat.h>

namespace ulna::night {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

// --- corpora and largest errors

TEST_F(NightFolder, InputsThatAreNoneAreSetAside) {
  const std::string hash = "a9993e364706816aba3e25717850c26c9cd0d89d"; // SHA-1 of "abc"
  put("corpus/model/" + hash, "abc");
  put("corpus/model/aa" + hash.substr(2), "abc");
  put("corpus/model/a-seed.case", "any name will do for a seed");
  fs::create_symlink("/nowhere", folder_.corpus("model") / "link");
  fs::create_directory(folder_.corpus("model") / "sub");
  fs::resize_file(put("corpus/model/huge", ""), (uintmax_t{64} << 20) + 1);
  mend_corpus(folder_, "model", log_);
  EXPECT_THAT(files_in(folder_.corpus("model")),
              ElementsAre(folder_.corpus("model") / "a-seed.case", folder_.corpus("model") / hash));
  EXPECT_EQ(corpus_size(folder_, "model"), 2u);
  EXPECT_EQ(
      read_file((folder_.corrupt() / "model" / ("aa" + hash.substr(2) + ".corrupt")).string()),
      "abc");
  EXPECT_THAT(log(), HasSubstr("4 corrupt inputs"));
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

TEST_F(NightFolder, AMergeThatCannotTakeThePlaceIsRefusedAndKept) {
  put("work/model.merge/new", "2"); // and there is no corpus to swap it for
  EXPECT_THAT(refusal([&] { take_merge(folder_, "model"); }), HasSubstr("cannot swap "));
  EXPECT_TRUE(fs::exists(folder_.work() / "model.merge" / "new"));
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

TEST_F(NightFolder, ARecordOfALargestErrorThatIsCutIsSetAsideWithItsWitness) {
  put("work/o.0/findings/w.case", "the witness");
  const fs::path jsonl =
      put("work/o.0/findings/largest.jsonl",
          R"({"operation": "o", "port": "p", "quantity": "q", "fraction": 0.5, "error": 1, )"
          R"("bound": 2, "file": "w.case"})");
  LargestErrors errors(folder_, log_);
  errors.take(jsonl);
  const fs::path witness = errors.witness(errors.all().begin()->first);
  const fs::path record = fs::path(witness).replace_extension(".json");
  fs::resize_file(record, fs::file_size(record) / 2);
  const LargestErrors again(folder_, log_);
  EXPECT_THAT(again.all(), testing::IsEmpty());
  EXPECT_THAT(files_in(folder_.largest()), testing::IsEmpty());
  const std::string kept = (folder_.corrupt() / witness.filename()).string() + ".corrupt";
  EXPECT_EQ(read_file(kept), "the witness");
  EXPECT_THAT(log(), HasSubstr("with its witness"));
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
  const ReportContext context{"./ulna", {}, {"sse"}, "/targets", {"skin_info"}, ""};
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

TEST_F(NightFolder, TheReportNamesWhatNeverRan) {
  const Findings findings(folder_, log_);
  const LargestErrors largest(folder_, log_);
  State state;
  state.targets["model"].executions = kFewExecutions;
  state.targets["lerp_joints"] = {};
  ReportContext context{"./ulna", {}, {"sse"}, "/targets", {"skin_info"}, ""};
  context.subject.contracts = {{"model", 0}, {"lerp_joints", 1}, {"slerp_joints", 2}};
  const std::string text =
      morning_text(morning_json(folder_, state, findings, largest, nullptr, context));
  EXPECT_THAT(text, testing::StartsWith("# 0 new findings, 0 known; 3 of 4 targets never ran\n"));
  EXPECT_THAT(text, HasSubstr("\nNever ran: skin_info, lerp_joints, slerp_joints.\n"));
  context.not_run.clear();
  context.subject.contracts = {{"model", 0}};
  EXPECT_THAT(morning_text(morning_json(folder_, state, findings, largest, nullptr, context)),
              Not(HasSubstr("ever ran")));
}

TEST_F(NightFolder, TheReportNamesWhatWasHardlyTried) {
  const Findings findings(folder_, log_);
  const LargestErrors largest(folder_, log_);
  State state;
  state.targets["model"].executions = kFewExecutions;
  state.targets["lerp_joints"].executions = kFewExecutions - 1;
  ReportContext context{"./ulna", {}, {"sse"}, "/targets", {}, "", 1};
  context.subject.contracts = {{"model", 0}, {"lerp_joints", 1}};
  auto morning = morning_json(folder_, state, findings, largest, nullptr, context);
  const std::string text = morning_text(morning);
  EXPECT_THAT(text,
              testing::StartsWith("# 0 new findings, 0 known; 1 of 2 targets executed next to "
                                  "nothing; 1 input not judged\n"));
  EXPECT_THAT(text, HasSubstr("\nNext to nothing, fewer than 1,000 executions: lerp_joints.\n"));
  EXPECT_FALSE(hardly_anything(morning));
  context.subject.contracts = {{"slerp_joints", 1}, {"lerp_joints", 1}};
  EXPECT_TRUE(hardly_anything(morning_json(folder_, state, findings, largest, nullptr, context)));
}

TEST_F(NightFolder, WhatIsFoundOnAGivenPortNamesIt) {
  Findings findings(folder_, log_);
  const LargestErrors largest(folder_, log_);
  findings.on_port("mine", "/a b/mine.so");
  findings.file({"lerp_joints", "", "SEGV", ""}, put("work/crash-1", "1"), "", "n1");
  findings.file({"lerp_joints", "mine", "hung", ""}, put("work/b.case", "1"), "", "n1");
  findings.file({"model", "", "timeout", ""}, put("work/a", "1"), "", "n1"); // calls no port
  State state;
  state.night = "n1";
  ReportContext context{"./ulna", {}, {"sse"}, "/targets", {}, ""};
  context.subject = {"/a b/mine.so", "mine", "12ab", {{"lerp_joints", 1}}};
  // Read again, and on a night with other ports: the path is that of the finding.
  const Findings again(folder_, log_);
  const auto morning = morning_json(folder_, state, again, largest, nullptr, context);
  std::string commands;
  for (const auto& f : morning["findings"]) {
    commands += f["replay"].get<std::string>() + "\n";
    EXPECT_EQ(f["port_path"], f["target"] == "model" ? "" : "/a b/mine.so");
    EXPECT_EQ(f["port"], f["target"] == "model" ? "" : "mine");
  }
  EXPECT_THAT(commands, HasSubstr("/targets/fuzz-lerp_joints --port '/a b/mine.so' /"));
  EXPECT_THAT(commands, HasSubstr("b.case --port '/a b/mine.so'\n"));
  EXPECT_THAT(commands, HasSubstr("/targets/fuzz-model /"));
  const std::string text = morning_text(morning);
  EXPECT_THAT(text, HasSubstr("**lerp_joints, mine: SEGV**"));
  EXPECT_THAT(text, HasSubstr("The night of n1, on the port mine, `/a b/mine.so`, SHA-256 12ab: "));
  EXPECT_THAT(text, HasSubstr("## What ran\n\nOn the port mine, `/a b/mine.so`, SHA-256 12ab.\n"));
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

TEST_F(NightFolder, AReportThatCannotBeReadIsSetAside) {
  fs::create_symlink("/nowhere", folder_.root() / "morning.json");
  keep_morning(folder_, log_);
  EXPECT_FALSE(fs::is_symlink(folder_.root() / "morning.json"));
  EXPECT_TRUE(fs::is_symlink(folder_.corrupt() / "morning.json.corrupt"));
  EXPECT_THAT(files_in(folder_.history()), testing::IsEmpty());
  EXPECT_THAT(log(), HasSubstr("is no report; kept as"));
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

TEST_F(NightFolder, AFolderOfSomethingElseIsLeftAlone) {
  const fs::path other = put("other/corpus/mine", "1").parent_path().parent_path();
  try {
    const Folder taken(other.string());
    FAIL() << "it was taken over";
  } catch (const BadInput& e) {
    EXPECT_THAT(e.what(), HasSubstr("is not empty and holds no night"));
    EXPECT_THAT(e.what(), Not(HasSubstr("\n")));
  }
  EXPECT_EQ(folders_in(other).size(), 1u);
  EXPECT_EQ(files_in(other).size(), 0u);
  for (const char* ours : {"state.json", "lock", "morning.json"}) {
    const fs::path mine = folder_.root() / "nights" / ours;
    put(fs::path("nights") / ours / ours, "");
    EXPECT_NO_THROW(Folder(mine.string())) << ours;
  }
  make_folder(folder_.root() / "var" / "lock"); // a folder of that name is not ours
  EXPECT_THROW(Folder((folder_.root() / "var").string()), BadInput);
}

/// A folder of a night that is not this one.
class DamagedFolder : public NightFolder {
protected:
  DamagedFolder() : root_(folder_.root() / "another") { put("another/lock", ""); }
  std::string rebuilt() const { return fmt::format("{}", fmt::join(Folder(root_).mended(), "\n")); }

  fs::path root_;
};

TEST_F(DamagedFolder, FilesInThePlaceOfFoldersAreSetAside) {
  const char* const kPlaces[] = {"corpus",           "findings",
                                 "artifacts",        "largest",
                                 "history",          "work",
                                 "corpus/model",     "findings/model",
                                 "artifacts/model",  "artifacts/model/unexplained",
                                 "findings/model/x", "findings/model/x/more",
                                 "work/model.0",     "work/model.0/artifacts"};
  for (const char* place : kPlaces) {
    fs::remove_all(root_);
    put("another/lock", "");
    put(root_ / place, "in the way");
    EXPECT_THAT(rebuilt(),
                HasSubstr(fmt::format("{} is not the folder", (root_ / place).string())));
    EXPECT_EQ(files_in(root_ / "corrupt").size(), 1u) << place;
    EXPECT_FALSE(fs::is_regular_file(root_ / place)) << place;
    EXPECT_EQ(rebuilt(), "") << place;
  }
}

TEST_F(DamagedFolder, AFileInThePlaceOfCorruptIsOneClearLine) {
  put("another/corrupt", "in the way");
  put("another/state.json", "");
  try {
    const Folder taken(root_);
    FAIL() << "there is nowhere to move anything";
  } catch (const BadInput& e) {
    EXPECT_THAT(e.what(), HasSubstr("corrupt is a file, and ulna needs a folder of that name"));
    EXPECT_THAT(e.what(), Not(HasSubstr("\n")));
  }
  fs::remove(root_ / "corrupt");
  EXPECT_NO_THROW(Folder{root_}); // the lock is free again
}

TEST_F(DamagedFolder, PipesAreSetAside) {
  make_folder(root_ / "largest");
  make_folder(root_ / "findings" / "model" / "x");
  for (const char* pipe : {"largest/a.json", "morning.md", "findings/model/x/small.case"})
    ASSERT_EQ(mkfifo((root_ / pipe).c_str(), 0666), 0);
  EXPECT_THAT(rebuilt(), HasSubstr("a.json is no regular file"));
  EXPECT_FALSE(fs::exists(root_ / "largest" / "a.json"));
  EXPECT_FALSE(fs::exists(root_ / "morning.md"));
  EXPECT_FALSE(fs::exists(root_ / "findings" / "model" / "x" / "small.case"));
  Log log(root_ / "night.log");
  EXPECT_TRUE(LargestErrors(Folder(root_), log).all().empty());
}

TEST_F(NightFolder, APortIsAnotherOneWhenItsBytesAre) {
  const std::string path = put("p.so", "one").string();
  PortFile port(path);
  EXPECT_EQ(port.sha256(), sha256_hex("one"));
  EXPECT_EQ(port.changed(), "");
  put("p.so", "one"); // another file of the same bytes
  EXPECT_EQ(port.changed(), "");
  put("p.so", "two");
  EXPECT_THAT(port.changed(), HasSubstr("is another file now"));
  fs::remove(path);
  EXPECT_THAT(port.changed(), HasSubstr("is gone"));
  fs::create_directory(path);
  EXPECT_THAT(port.changed(), HasSubstr("cannot be read any more"));
  fs::remove(path);
  put("p.so", "one");
  EXPECT_EQ(port.changed(), "");
  EXPECT_EQ(PortFile().changed(), "");
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

TEST_F(NightFolder, WhatFindsNoPlaceAsideStaysWhereItIs) {
  const fs::path file = put("x", "text");
  fs::create_symlink("/nowhere", folder_.corrupt() / "x.corrupt");
  for (int i = 2; i < 10'000; ++i)
    fs::create_symlink("/nowhere", folder_.corrupt() / fmt::format("x.corrupt-{}", i));
  EXPECT_EQ(set_aside(file, folder_.corrupt()), file);
  EXPECT_EQ(read_file(file.string()), "text");
}

TEST_F(NightFolder, WhatCannotBeMovedMadeOrLockedIsNamed) {
  const fs::path file = put("file", "");
  EXPECT_THAT(refusal([&] { move_file(folder_.root() / "gone", folder_.root() / "to"); }),
              HasSubstr("cannot move " + (folder_.root() / "gone").string()));
  EXPECT_THAT(refusal([&] { make_folder(file / "below"); }),
              HasSubstr("cannot create " + (file / "below").string()));
  const fs::path other = put("other/state.json", "").parent_path();
  make_folder(other / "lock");
  EXPECT_THAT(refusal([&] { Folder(other.string()); }),
              HasSubstr("cannot open " + (other / "lock").string()));
}

} // namespace
} // namespace ulna::night
