// What the overnight runner makes of what a target left: each step on targets that are scripts.
#include "cases/case_file.h"
#include "cases/operation.h"
#include "fuzz/last_call.h"
#include "fuzz/night/collector.h"
#include "fuzz/night/corpus.h"
#include "properties/fuzz/night_folder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cstdlib>

namespace ulna::night {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// The runner starts itself to judge a case. Here that is this program: it ends as it is told.
constexpr const char* kTriage = "ULNA_TEST_TRIAGE";
[[maybe_unused]] const bool kIsTriage = [] {
  if (const char* code = std::getenv(kTriage)) std::_Exit(std::atoi(code));
  return false;
}();

/// What a target says that crashes in no function of ours.
constexpr const char* kCrashes =
    "echo '==7==ERROR: AddressSanitizer: SEGV on unknown address 0x0 (pc 0x4)' >&2; exit 77";

class CollectorTest : public NightFolder {
protected:
  CollectorTest() : findings_(folder_, log_), largest_(folder_, log_) { triage_ends_with(0); }
  ~CollectorTest() override { ::unsetenv(kTriage); }

  static void triage_ends_with(int code) { ::setenv(kTriage, std::to_string(code).c_str(), 1); }

  /// The fuzz target of that name. `$all` are its arguments.
  void target(const std::string& name, const std::string& script) const {
    const fs::path program = put("targets/fuzz-" + name, "#!/bin/sh\nall=\"$*\"\n" + script + "\n");
    fs::permissions(program, fs::perms::owner_all);
  }

  /// Runs all steps that are queued, and those that follow from them.
  void run_steps() {
    Task task;
    while (collector_.next(task)) {
      pool_.start(std::move(task));
      while (!pool_.jobs().empty())
        for (const auto& job : pool_.poll(50)) job->task.done(*job);
    }
  }

  void take_what_lies_there() {
    collector_.scan(pool_, "n1");
    run_steps();
  }

  /// A slice of the target `model` that has ended.
  std::unique_ptr<Job> ended_slice(const std::string& script) {
    pool_.start({.target = "model",
                 .work = (folder_.work() / "model.0").string(),
                 .slice = true,
                 .charged = 1,
                 .command = {.arguments = {"/bin/sh", "-c", script},
                             .environment = {},
                             .output = {},
                             .seconds = 60},
                 .done = {}});
    for (;;)
      for (auto& job : pool_.poll(50)) return std::move(job);
  }

  fs::path artifacts() const { return folder_.work() / "model.0" / "artifacts"; }

  Findings findings_;
  LargestErrors largest_;
  Ports ports_{.given = "", .given_name = "", .builtin = {"sse"}};
  Pool pool_;
  Collector collector_{folder_, log_, findings_, largest_, ports_, folder_.root() / "targets"};
};

// --- what lies there

TEST_F(CollectorTest, AFindingThatIsNoCaseIsSetAside) {
  const std::string name = "lerp_joints-sse-hung-1.case";
  put("work/lerp_joints.0/findings/" + name, "rubbish");
  take_what_lies_there();
  EXPECT_THAT(findings_.all(), IsEmpty());
  EXPECT_EQ(read_file((folder_.corrupt() / (name + ".corrupt")).string()), "rubbish");
  EXPECT_THAT(log(), HasSubstr("the text ends in the middle; get the whole file. Kept as "));
}

TEST_F(CollectorTest, ASlowInputIsKeptAndIsNoFinding) {
  target("model", kCrashes);
  put("work/model.0/artifacts/slow-unit-1", "slow");
  take_what_lies_there();
  EXPECT_THAT(findings_.all(), IsEmpty());
  EXPECT_EQ(read_file((folder_.artifacts() / "model" / "slow-unit-1").string()), "slow");
}

TEST_F(CollectorTest, WhatNothingMetIsRunAgainAndMayShowNothing) {
  target("model", kCrashes);
  put("work/model.0/artifacts/crash-1", "raw");
  take_what_lies_there();
  findings_.file({"lerp_joints", "elsewhere", "SEGV", ""}, put("work/crash-2", "2"), "", "n1");
  const auto again = [&](const std::string& night, const std::string& script) {
    target("model", script);
    collector_.queue_again(night);
    run_steps();
    const Distinct& d = findings_.all().at({"model", "", "SEGV", ""});
    return d.called_night + (d.shows ? " shows" : " silent");
  };
  EXPECT_EQ(again("n1", "exit 0"), " shows") << "it was met in that night";
  EXPECT_EQ(again("n2", kCrashes), "n2 shows");
  EXPECT_EQ(again("n3", "exit 3"), "n2 shows") << "neither the finding nor nothing";
  EXPECT_EQ(again("n3", "exit 0"), "n3 silent");
  EXPECT_THAT(log(), HasSubstr("its witness shows nothing any more"));
  fs::remove(folder_.root() / "targets/fuzz-model");
  collector_.queue_again("n4");
  EXPECT_TRUE(collector_.idle()) << "there is no program for it";
  EXPECT_EQ(findings_.all().at({"lerp_joints", "elsewhere", "SEGV", ""}).called_night, "")
      << "another port";
}

TEST_F(CollectorTest, AnInputThatIsNoCaseIsReproducedAndCannotBeShrunk) {
  target("slerp_joints", std::string("case $all in --ulna-case*) exit 1;; esac; ") + kCrashes);
  put("work/slerp_joints.0/artifacts/crash-1", "raw");
  take_what_lies_there();
  ASSERT_EQ(findings_.all().size(), 1u);
  const Distinct& found = findings_.all().begin()->second;
  EXPECT_EQ(found.key, (Key{"slerp_joints", "", "SEGV", ""}));
  EXPECT_EQ(found.shrunk, Shrunk::cannot) << "the target left nothing smaller";
  EXPECT_EQ(found.witness, "crash-1");
}

TEST_F(CollectorTest, ACaseThatCannotBeJudgedIsReproduced) {
  target("slerp_joints", std::string("case $all in --ulna-case*) exit 0;; esac; ") + kCrashes);
  triage_ends_with(2);
  put("work/slerp_joints.0/artifacts/crash-1", "raw");
  take_what_lies_there();
  EXPECT_THAT(log(), HasSubstr("cannot judge "));
  ASSERT_EQ(findings_.all().size(), 1u);
  EXPECT_EQ(findings_.all().begin()->first.kind, "SEGV");
}

TEST_F(CollectorTest, AnInputIsReproducedWithThePortOfTheNight) {
  ports_ = {.given = "/p/mine.so", .given_name = "mine", .builtin = {"sse"}};
  target("model", fmt::format("echo \"port=$ULNA_FUZZ_PORT\" >>{}; {}",
                              (folder_.root() / "told").string(), kCrashes));
  put("work/model.0/artifacts/timeout-1", "raw");
  take_what_lies_there();
  EXPECT_EQ(read_file((folder_.root() / "told").string()), "port=/p/mine.so\n");
}

// --- the end of a slice

TEST_F(CollectorTest, ATimeoutOfATargetThatWasHeldUpIsDoubtful) {
  const auto slice = ended_slice("exit 70");
  put("work/model.0/artifacts/timeout-12ab", "slow");
  collector_.keep_last_call(*slice, 20);
  EXPECT_THAT(files_in(artifacts()), ElementsAre(artifacts() / "timeout-12ab"));
  collector_.keep_last_call(*slice, 0); // where no wait at all is too long
  EXPECT_THAT(files_in(artifacts()), ElementsAre(artifacts() / "doubtful-12ab"));
}

TEST_F(CollectorTest, TheLastCallIsKeptUnlessTheTargetWroteItDown) {
  const std::string input = "an input";
  make_folder(folder_.work() / "model.0" / "findings");
  fuzz::LastCall call((folder_.work() / "model.0" / "findings").string());
  call.begin({reinterpret_cast<const uint8_t*>(input.data()), input.size()});
  const auto slice = ended_slice("exit 70");

  const std::string name = "oom-" + input_name(input);
  put("work/model.0/artifacts/" + name, input);
  collector_.keep_last_call(*slice, 20);
  EXPECT_THAT(files_in(artifacts()), ElementsAre(artifacts() / name));

  put("work/model.0/artifacts/" + name, input.substr(0, 3)); // cut short by a full disk
  collector_.keep_last_call(*slice, 20);
  EXPECT_THAT(files_in(artifacts()),
              ElementsAre(artifacts() / ("crash-" + input_name(input)), artifacts() / name));
}

TEST_F(CollectorTest, ADeathWithoutAnInputIsAFindingThatCannotBeShrunk) {
  const auto slice = ended_slice("echo the last words; kill -SEGV $$");
  collector_.file_death(*slice, "ended by signal 11", "n1");
  ASSERT_EQ(findings_.all().size(), 1u);
  const Distinct& found = findings_.all().begin()->second;
  EXPECT_EQ(found.key.kind, "ended by signal 11");
  EXPECT_EQ(found.shrunk, Shrunk::cannot);
  EXPECT_THAT(read_file((findings_.folder_of(found) / found.first).string()),
              HasSubstr("the last words"));
  EXPECT_TRUE(collector_.idle());
}

// --- smaller witnesses

TEST_F(CollectorTest, ACaseThatCannotBeShrunkStaysAsItIs) {
  triage_ends_with(2);
  put("work/slerp_joints.0/findings/slerp_joints-sse-hung-1.case",
      write_case(operation_named("slerp_joints").generate(1, 0)));
  take_what_lies_there();
  EXPECT_THAT(log(), HasSubstr("cannot shrink "));
  ASSERT_EQ(findings_.all().size(), 1u);
  const Distinct& found = findings_.all().begin()->second;
  EXPECT_EQ(found.shrunk, Shrunk::cannot);
  EXPECT_EQ(found.witness, found.first);
}

/// The step of shrinking in which the target is killed from outside.
class KilledShrinking : public CollectorTest, public testing::WithParamInterface<const char*> {};

TEST_P(KilledShrinking, IsTriedAgainAndNotForEver) {
  target("model", fmt::format("case $all in {}) kill -KILL $$;; esac\n"
                              "for a; do case $a in -exact_artifact_path=*) printf x >${{a#*=}};; "
                              "esac; done; {}",
                              GetParam(), kCrashes));
  put("work/model.0/artifacts/crash-1", "raw");
  take_what_lies_there();
  ASSERT_EQ(findings_.all().size(), 1u);
  const Distinct& found = findings_.all().begin()->second;
  int tries = 1;
  for (; tries < 10 && found.shrunk == Shrunk::not_yet; ++tries) {
    collector_.queue_shrinking();
    if (collector_.idle()) break;
    run_steps();
  }
  EXPECT_EQ(tries, 3);
  EXPECT_EQ(found.shrunk, Shrunk::not_yet);
  EXPECT_EQ(found.witness, "crash-1");
}

INSTANTIATE_TEST_SUITE_P(Steps, KilledShrinking,
                         testing::Values("*-minimize_crash*", "*/small.try"),
                         [](const auto& test) { return test.index == 0 ? "Minimise" : "Verify"; });

TEST_F(CollectorTest, ALargestErrorThatCannotBeCutDownIsLeftAlone) {
  put("work/slerp_joints.0/findings/largest-w.case", "its witness");
  put("work/slerp_joints.0/findings/largest.jsonl",
      R"({"operation": "slerp_joints", "port": "sse", "quantity": "q", "fraction": 0.5, )"
      R"("error": 1, "bound": 2, "file": "largest-w.case"})");
  take_what_lies_there();
  triage_ends_with(2);
  collector_.queue_largest();
  run_steps();
  EXPECT_THAT(log(), HasSubstr("cannot cut down "));
  ASSERT_EQ(largest_.all().size(), 1u);
  const auto& [name, error] = *largest_.all().begin();
  EXPECT_TRUE(error.settled);
  EXPECT_EQ(read_file(largest_.witness(name).string()), "its witness");
}

} // namespace
} // namespace ulna::night
