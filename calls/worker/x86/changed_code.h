// The port's machine code, changed as the judge asks: bytes that make a mutant, and breakpoints
// that say which code a call has reached.
#pragma once

#include "calls/shared/control.h"

namespace ulna {

/// Changes the loaded port, whose addresses begin at `base`. Returns what is wrong, or null. Code
/// that has breakpoints stays writable.
const char* change_code(uint64_t base, arena::CodeChanges& changes);

/// Whether the signal is that of a breakpoint that change_code has set, in the state that the
/// handler was given. If so it is noted and removed, and the handler has nothing left to do but to
/// return.
bool pass_breakpoint(int signal, void* context);

} // namespace ulna
