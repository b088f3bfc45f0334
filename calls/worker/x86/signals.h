// What a signal means in the middle of a call.
#pragma once

#include "calls/worker/x86/changed_code.h"
#include "calls/worker/x86/interrupted_call.h"
#include "calls/worker/x86/stepped_call.h"

#include <signal.h>

namespace ulna {

/// Whether the signal is one that the worker caused itself. If so the handler has nothing left to
/// do but to return.
inline bool pass_own_signal(int signal, siginfo_t* info, void* context) {
  return pass_interruption(signal, info, context) || pass_step(signal, info, context) ||
         pass_breakpoint(signal, context);
}

} // namespace ulna
