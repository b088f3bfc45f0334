// A call that is made one instruction at a time may block signals, as pthread_create does for the
// new thread. A trap that is blocked would end the process.
#pragma once

#include "calls/worker/x86/registers.h"

namespace ulna {

/// In the handler of a trap, before the next instruction: where that asks the system to block
/// signals, it blocks those of traps and of pages not.
void keep_traps_unblocked(mcontext_t& state);

/// In the handler of the next trap, first of all: the register has again what the port put there.
void undo_unblocking(mcontext_t& state);

} // namespace ulna
