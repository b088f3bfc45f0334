#include "fuzz/first_call.h"

#include <ctime>

namespace ulna::fuzz {
namespace {

// A signal handler has nothing but what is static.
struct sigaction old_action {};
double limit = 0, limit_by_the_clock = 0;
double begun = 0, begun_by_the_clock = 0;

double seconds(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void on_alarm(int signal, siginfo_t* info, void* context) {
  if (seconds(CLOCK_PROCESS_CPUTIME_ID) - begun < limit &&
      seconds(CLOCK_MONOTONIC) - begun_by_the_clock < limit_by_the_clock)
    return;
  if ((old_action.sa_flags & SA_SIGINFO) != 0) {
    old_action.sa_sigaction(signal, info, context);
  } else {
    old_action.sa_handler(signal);
  }
}

bool is_handler(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) != 0 ||
         (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN);
}

} // namespace

FirstCall::FirstCall(double seconds_of_it, double seconds_by_the_clock) {
  if (sigaction(SIGALRM, nullptr, &old_action) != 0 || !is_handler(old_action)) return;
  limit = seconds_of_it;
  limit_by_the_clock = seconds_by_the_clock;
  begun = seconds(CLOCK_PROCESS_CPUTIME_ID);
  begun_by_the_clock = seconds(CLOCK_MONOTONIC);
  struct sigaction ours {};
  ours.sa_sigaction = on_alarm;
  ours.sa_flags = SA_SIGINFO | SA_RESTART;
  sigemptyset(&ours.sa_mask);
  waits_ = sigaction(SIGALRM, &ours, nullptr) == 0;
}

FirstCall::~FirstCall() {
  if (waits_) sigaction(SIGALRM, &old_action, nullptr);
}

} // namespace ulna::fuzz
