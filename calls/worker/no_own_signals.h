// For workers that no signal reaches but those of the port's making.
#pragma once

#include <signal.h>

namespace ulna {

/// Whether the signal is one that the worker caused itself.
inline bool pass_own_signal(int, siginfo_t*, void*) {
  return false;
}

} // namespace ulna
