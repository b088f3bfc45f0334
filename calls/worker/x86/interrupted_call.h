// A call that another one comes into, as another thread's would: where the port has just stored in
// its library's data, or between any two instructions.
#pragma once

#include "calls/shared/arena.h"
#include "calls/shared/watched_call.h"

#include <signal.h>

namespace ulna {

/// Makes the call, and calls `between` at each of the places, in the handler of a signal, until it
/// says that it was enough; at the end if it met none. Returns how many stores, or instructions,
/// were counted. Where the kernel or another thread stores in the library's data, fewer are.
uint32_t call_interrupted(WatchedCall& call, const arena::Interruptions& where, bool (*between)());

/// Whether the signal belongs to such a call, in the state that the handler was given. If so the
/// handler has nothing left to do but to return.
bool pass_interruption(int signal, const siginfo_t* info, void* context);

} // namespace ulna
