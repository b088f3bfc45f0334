#include "base/interrupt.h"

#include <csignal>

namespace ulna {
namespace {

std::atomic<bool> interrupted{false};

/// The first interrupt ends the run with what it has, the second one at once.
void interrupt(int signal) {
  interrupted = true;
  // A terminal that closes may say so more than once: its shell and the kernel.
  if (signal != SIGHUP) std::signal(signal, SIG_DFL);
}

} // namespace

const std::atomic<bool>& watch_interrupts(bool hang_up) {
  std::signal(SIGINT, interrupt);
  std::signal(SIGTERM, interrupt);
  if (hang_up && std::signal(SIGHUP, interrupt) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
  return interrupted;
}

} // namespace ulna
