// Children of the overnight runner: they end in time, within their memory, and with what they said
// heard; and what happens to a finding in one.
#include "base/error.h"
#include "cases/case_file.h"
#include "cases/operation.h"
#include "fuzz/first_call.h"
#include "fuzz/last_call.h"
#include "fuzz/night/child.h"
#include "fuzz/night/triage.h"
#include "properties/fuzz/night_folder.h"
#include "properties/support.h"

#include <gmock/gmock.h>

#include <csignal>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ulna::night {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

struct Ended {
  std::string said;
  int exit_code, signal;
  bool late, too_large;
  double seconds;
};

Ended run(Command command, double stop_after = 1e9) {
  Child child(command);
  Ended ended{};
  bool stopped = false;
  while (!child.poll([&](std::string_view text) { ended.said += text; })) {
    if (!stopped && child.seconds() > stop_after) {
      child.stop();
      stopped = true;
    }
    usleep(2000);
  }
  return {ended.said,   child.exit_code(), child.signal(),
          child.late(), child.too_large(), child.seconds()};
}

Command shell(const std::string& script, double seconds = 60) {
  return {.arguments = {"/bin/sh", "-c", script},
          .environment = {"NIGHT_TEST=is set"},
          .output = {},
          .seconds = seconds};
}

TEST(Child, SaysWhatItWroteAndHowItEnded) {
  const Ended ended = run(shell("echo out; echo $NIGHT_TEST >&2; exit 7"));
  EXPECT_EQ(ended.said, "out\nis set\n");
  EXPECT_EQ(ended.exit_code, 7);
  EXPECT_EQ(run(shell("kill -SEGV $$")).signal, SIGSEGV);
}

/// A processor with a process on it that never rests.
class BusyProcessor {
public:
  BusyProcessor() {
    cpu_set_t allowed, one;
    sched_getaffinity(0, sizeof allowed, &allowed);
    int first = 0;
    while (!CPU_ISSET(first, &allowed)) ++first;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    name_ = std::to_string(first);
    hog_ = fork();
    if (hog_ == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      sched_setaffinity(0, sizeof one, &one);
      for (volatile bool busy = true; busy;) {
      }
    }
  }
  ~BusyProcessor() {
    kill(hog_, SIGKILL);
    waitpid(hog_, nullptr, 0);
  }
  const std::string& name() const { return name_; }

private:
  pid_t hog_ = -1;
  std::string name_;
};

TEST(Child, ThatGetsNoProcessorIsNotLate) {
  const BusyProcessor busy;
  // At the idle priority it gets a few thousandths of that processor: never half a second in three.
  Child child(
      shell("exec taskset -c " + busy.name() + " chrt -i 0 sh -c 'echo begun; while :; do :; done'",
            0.5));
  std::string said;
  const auto hear = [&](std::string_view text) { said += text; };
  while (said.empty()) child.poll(hear);
  const double begun = child.seconds();
  while (child.seconds() < begun + 3) {
    ASSERT_FALSE(child.poll(hear));
    usleep(2000);
  }
  EXPECT_FALSE(child.late());
}

TEST(Child, OneThatStoppedIsLateAndIsEnded) {
  const Ended ended = run(shell("kill -STOP $$", 0.2));
  EXPECT_TRUE(ended.late);
  EXPECT_EQ(ended.signal, SIGKILL);
}

TEST(Child, ThatWasStoppedAndGoesOnWasHeldUp) {
  Child child(shell("echo begun; sleep 0.3; exec sleep 0.01"));
  const auto nothing = [](std::string_view) {};
  child.poll(nothing);
  kill(-child.pid(), SIGSTOP);
  while (child.seconds() < 1.5) {
    child.poll(nothing);
    usleep(2000);
  }
  kill(-child.pid(), SIGCONT);
  while (!child.poll(nothing)) usleep(2000);
  EXPECT_EQ(child.exit_code(), 0);
  EXPECT_GT(child.held_up(), 1);
}

// --- the last call of a target

class LastCallTest : public NightFolder {
protected:
  const std::string place_ = folder_.root().string();
  const std::vector<uint8_t> input_{'a', 0, 'c'};
};

TEST_F(LastCallTest, IsThereUntilItEnds) {
  fuzz::LastCall writer(place_);
  EXPECT_FALSE(fuzz::last_call(place_));
  writer.begin(input_);
  const auto call = fuzz::last_call(place_);
  ASSERT_TRUE(call);
  EXPECT_EQ(call->input, std::string("a\0c", 3));
  EXPECT_GT(call->used, 0);
  EXPECT_NEAR(call->begun, fuzz::now(), 10);
  writer.end();
  EXPECT_FALSE(fuzz::last_call(place_));
}

TEST_F(LastCallTest, OutlivesAProcessThatIsKilled) {
  const pid_t pid = fork();
  if (pid == 0) {
    fuzz::LastCall writer(place_);
    writer.begin(input_);
    std::raise(SIGKILL);
  }
  waitpid(pid, nullptr, 0);
  const auto call = fuzz::last_call(place_);
  ASSERT_TRUE(call);
  EXPECT_EQ(call->input.size(), input_.size());
}

TEST_F(LastCallTest, ALengthThatIsALieIsCut) {
  put(fuzz::kLastCallFile,
      std::string("\1\0\0\0\xff\xff\xff\xff", 8) + std::string(16, 'x') + "abc");
  const auto call = fuzz::last_call(place_);
  ASSERT_TRUE(call);
  EXPECT_EQ(call->input, "abc");
}

TEST_F(LastCallTest, WithoutAFolderIsNotKept) {
  fuzz::LastCall writer("");
  writer.begin(input_);
  EXPECT_FALSE(fuzz::last_call(place_));
  EXPECT_THROW(fuzz::LastCall("/nowhere"), BadInput);
}

TEST(Child, WhatCannotBeStartedEndsWith127) {
  EXPECT_EQ(run({.arguments = {"/nowhere/x"}, .environment = {}, .output = {}}).exit_code, 127);
}

TEST(Child, NeedsTwoDescriptors) {
  const int first_free = dup(0);
  close(first_free);
  rlimit old{};
  getrlimit(RLIMIT_NOFILE, &old);
  const rlimit few{static_cast<rlim_t>(first_free) + 1, old.rlim_max};
  setrlimit(RLIMIT_NOFILE, &few);
  try {
    const Child child(shell("exit 0"));
    ADD_FAILURE() << "started";
  } catch (const BadInput& e) {
    EXPECT_THAT(e.what(), HasSubstr("cannot make a pipe"));
  }
  setrlimit(RLIMIT_NOFILE, &old);
}

TEST(Child, WritesItsOutputToAFile) {
  const std::string file = testing::TempDir() + "night-child-output";
  Command command = shell("echo out; echo err >&2");
  command.output = file;
  EXPECT_EQ(run(command).said, "err\n");
  EXPECT_EQ(read_file(file), "out\n");
  fs::remove(file);
}

TEST(Child, MuchOutputIsHeardToTheEnd) {
  EXPECT_EQ(run(shell("head -c 3000000 /dev/zero")).said.size(), 3'000'000u);
}

TEST(Child, ThatDoesNotEndIsEnded) {
  const Ended ended = run(shell("exec sleep 100", 0.2));
  EXPECT_TRUE(ended.late);
  EXPECT_EQ(ended.signal, SIGTERM);
  EXPECT_LT(ended.seconds, 3);
}

TEST(Child, ThatDoesNotHearIsKilledWithItsGroup) {
  const Ended ended =
      run(shell("trap '' TERM; sleep 100 & echo $!; while :; do sleep 0.1; done", 0.2));
  EXPECT_TRUE(ended.late);
  EXPECT_EQ(ended.signal, SIGKILL);
  const auto grandchild = static_cast<pid_t>(std::stol(ended.said));
  bool gone = false; // or dead and not yet waited for
  for (int i = 0; i < 100 && !gone; ++i, usleep(10'000)) {
    std::error_code error;
    gone = !fs::exists("/proc/" + std::to_string(grandchild) + "/exe", error);
  }
  EXPECT_TRUE(gone);
}

TEST(Child, EndsWhenAsked) {
  const Ended ended = run(shell("exec sleep 100"), 0.05);
  EXPECT_FALSE(ended.late);
  EXPECT_EQ(ended.signal, SIGTERM);
}

TEST(Child, ThatTakesTooMuchMemoryIsEnded) {
  Command command{.arguments = {"/usr/bin/tail", "/dev/zero"}, .environment = {}, .output = {}};
  command.memory = uint64_t{150} << 20;
  const Ended ended = run(command);
  EXPECT_TRUE(ended.too_large);
  EXPECT_EQ(ended.signal, SIGKILL);
}

TEST(Child, OrphansAreKnownByTheirMark) {
  const std::string mark = "ULNA_NIGHT_TEST=" + std::to_string(getpid());
  Command marked = shell("exec sleep 100");
  marked.environment = {mark};
  Child mine(marked), other(shell("exec sleep 100"));
  const auto nothing = [](std::string_view) {};
  // It has its mark from the moment it is another program.
  for (int i = 0; i < 500 && !mine.poll(nothing); ++i, usleep(10'000)) end_orphans(mark);
  EXPECT_TRUE(mine.poll(nothing));
  EXPECT_EQ(mine.signal(), SIGKILL);
  EXPECT_FALSE(other.poll(nothing));
}

// --- what happens to a finding

class TriageTest : public NightFolder {
protected:
  /// A generated case that the port fails, and its kind.
  std::string failing(const std::string& port, std::string& kind) {
    const Operation& op = operation_named("transform_verts");
    Judge judge(port, test_installation(), 1);
    for (uint64_t i = op.num_edge_cases; i < op.num_edge_cases + 500; ++i) {
      const Case c = op.generate(1, i);
      Tally tally;
      const Judgement judgement = judge.once(c, tally);
      if (judgement.findings.empty() || op.size(c) < 20) continue;
      kind = name(judgement.findings[0].kind);
      const std::string path = (folder_.root() / "failing.case").string();
      save_case(c, path);
      return path;
    }
    throw InternalError("no case fails");
  }
  const std::string port_ = std::string(ULNA_PLANTED_DIR) + "/bug_shuffle_lane.so";
  const std::string out_ = (folder_.root() / "out").string();
};

TEST_F(TriageTest, ShrinksToAWitnessThatStillFails) {
  std::string kind;
  const std::string path = failing(port_, kind);
  ASSERT_EQ(triage({path, {port_}, kind, out_ + "/small.case"}, test_installation()), 1);
  const Case small = load_case(out_ + "/small.case");
  EXPECT_LT(small.operation->size(small), size_t{10});
  EXPECT_THAT(small.note, StartsWith(kind + " by "));
  Judge judge(port_, test_installation(), 1);
  Tally tally;
  const Judgement judgement = judge.replay(small, tally);
  ASSERT_FALSE(judgement.findings.empty());
  EXPECT_EQ(name(judgement.findings[0].kind), kind);
}

TEST_F(TriageTest, OfAKindThatIsNotShownNothingIsLeft) {
  std::string kind;
  const std::string path = failing(port_, kind);
  EXPECT_EQ(triage({path, {"sse"}, kind, out_}, test_installation()), 0);
  EXPECT_FALSE(fs::exists(out_));
}

TEST_F(TriageTest, APortWithoutTheOperationIsRefused) {
  const Case c = operation_named("slerp_joints").generate(1, 0);
  const std::string path = (folder_.root() / "x.case").string();
  save_case(c, path);
  EXPECT_THROW(triage({path, {port_}, "crashed", out_}, test_installation()), BadInput);
  EXPECT_EQ(triage({path, {port_}, "", out_}, test_installation()), 0);
}

TEST_F(TriageTest, NamesWhatEveryPortShows) {
  std::string kind;
  const std::string path = failing(port_, kind);
  ASSERT_EQ(triage({path, {"sse", port_}, "", out_}, test_installation()), 1);
  for (const fs::path& file : files_in(out_)) {
    EXPECT_THAT(file.filename().string(), StartsWith("transform_verts-bug_shuffle_lane-"));
    EXPECT_TRUE(same_input(load_case(file.string()), load_case(path)));
  }
  EXPECT_FALSE(files_in(out_).empty());
}

// --- the first call of a target

int alarms = 0;

TEST(FirstCall, HasTimeToLoad) {
  alarms = 0;
  const auto old = std::signal(SIGALRM, [](int) { ++alarms; });
  {
    const fuzz::FirstCall call;
    std::raise(SIGALRM);
    EXPECT_EQ(alarms, 0);
  }
  std::raise(SIGALRM);
  EXPECT_EQ(alarms, 1);
  std::signal(SIGALRM, old);
}

TEST(FirstCall, EndsAllTheSame) {
  alarms = 0;
  const auto old = std::signal(SIGALRM, [](int) { ++alarms; });
  {
    const fuzz::FirstCall computes(0);
    std::raise(SIGALRM);
    EXPECT_EQ(alarms, 1);
  }
  struct sigaction told_more {}; // as libFuzzer's
  told_more.sa_sigaction = [](int, siginfo_t*, void*) { ++alarms; };
  told_more.sa_flags = SA_SIGINFO;
  ASSERT_EQ(sigaction(SIGALRM, &told_more, nullptr), 0);
  {
    const fuzz::FirstCall sleeps(1000, 0);
    std::raise(SIGALRM);
    EXPECT_EQ(alarms, 2);
  }
  std::signal(SIGALRM, old);
}

TEST(FirstCall, LeavesAloneWhatHasNoHandler) {
  const auto old = std::signal(SIGALRM, SIG_IGN);
  {
    const fuzz::FirstCall call(0, 0);
    std::raise(SIGALRM); // nobody is called
  }
  EXPECT_EQ(std::signal(SIGALRM, old), SIG_IGN);
}

} // namespace
} // namespace ulna::night
