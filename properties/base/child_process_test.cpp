// Child processes: what they inherit, and that nothing of them is left.
#include "base/child_process.h"

#include <gmock/gmock.h>

#include <csignal>
#include <fcntl.h>
#include <sys/wait.h>

namespace ulna {
namespace {

ChildSetup shell(const std::string& script) {
  return {.program = "/bin/sh", .arguments = {"sh", "-c", script}};
}

int exit_code(ChildProcess& child) {
  while (!child.has_ended()) usleep(1000);
  const int status = child.end();
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::string contents(const Descriptor& pipe) {
  char text[100];
  const ssize_t n = read(pipe.get(), text, sizeof text);
  return std::string(text, n > 0 ? static_cast<size_t>(n) : 0);
}

TEST(ChildProcess, HasItsDescriptorsWhereTheyAreAskedFor) {
  Pipe first = make_pipe("no pipe"), second = make_pipe("no pipe");
  // Each where the other one is here.
  const int a = first.write_end.get(), b = second.write_end.get();
  ChildSetup setup =
      shell("echo first >&" + std::to_string(b) + "; echo second >&" + std::to_string(a));
  setup.program = "/bin/bash"; // of more than nine descriptors
  setup.descriptors = {{a, b}, {b, a}};
  ChildProcess child(setup);
  EXPECT_EQ(exit_code(child), 0);
  EXPECT_EQ(contents(first.read_end), "first\n");
  EXPECT_EQ(contents(second.read_end), "second\n");
}

TEST(ChildProcess, InheritsNoOtherDescriptor) {
  const Pipe pipe = make_pipe("no pipe");
  ChildProcess child(shell("test ! -e /proc/self/fd/" + std::to_string(pipe.write_end.get())));
  EXPECT_EQ(exit_code(child), 0);
}

TEST(ChildProcess, HasNoSignalIgnoredOrBlocked) {
  const auto handler = std::signal(SIGUSR1, SIG_IGN);
  sigset_t usr2, before;
  sigemptyset(&usr2);
  sigaddset(&usr2, SIGUSR2);
  sigprocmask(SIG_BLOCK, &usr2, &before);
  ChildProcess child(shell("grep -q '^SigBlk:.*0000000000000000' /proc/self/status && "
                           "grep -q '^SigIgn:.*0000000000000000' /proc/self/status"));
  EXPECT_EQ(exit_code(child), 0);
  sigset_t after;
  sigprocmask(SIG_SETMASK, &before, &after);
  EXPECT_EQ(sigismember(&after, SIGUSR2), 1) << "this process has another mask than before";
  std::signal(SIGUSR1, handler);
}

TEST(ChildProcess, EndsWithAllThatItStarted) {
  Pipe pipe = make_pipe("no pipe");
  ChildSetup setup = shell("sleep 100 & sleep 100");
  setup.descriptors = {{pipe.write_end.get(), STDOUT_FILENO}};
  ChildProcess child(setup);
  pipe.write_end.close();
  EXPECT_FALSE(child.has_ended());
  const int status = child.end();
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(child.end(), status);
  // The pipe is at its end once nobody holds it any more.
  fcntl(pipe.read_end.get(), F_SETFL, 0);
  EXPECT_EQ(contents(pipe.read_end), "");
}

TEST(ChildProcess, IsKnownToBeStoppedUntilItGoesOn) {
  ChildProcess child(shell("exec sleep 100"));
  EXPECT_FALSE(child.is_stopped());
  child.send(SIGSTOP);
  while (!child.is_stopped()) usleep(1000);
  child.send(SIGCONT);
  while (child.is_stopped()) usleep(1000);
  EXPECT_FALSE(child.has_ended());
}

TEST(ChildProcess, OfAProgramThatIsNotThereIsRefusedWithTheReason) {
  try {
    ChildProcess child({.program = "/nowhere/x", .arguments = {"x"}});
    ADD_FAILURE() << "started";
  } catch (const CannotStart& e) {
    EXPECT_EQ(e.error, ENOENT);
    EXPECT_EQ(e.reason(), "No such file or directory");
  }
}

TEST(ChildProcess, HasItsOwnVariablesBesideOurs) {
  setenv("ULNA_TEST_OURS", "ours", 1);
  setenv("ULNA_TEST_BOTH", "ours", 1);
  ChildSetup setup = shell("test $ULNA_TEST_OURS$ULNA_TEST_BOTH = ourstheirs");
  setup.environment = {"ULNA_TEST_BOTH=theirs"};
  ChildProcess child(setup);
  EXPECT_EQ(exit_code(child), 0);
}

} // namespace
} // namespace ulna
