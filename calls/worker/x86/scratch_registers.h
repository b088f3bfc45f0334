// What a function of the system's libraries may change, and a port that calls it must not rely on,
// whatever this machine's does.
#pragma once

#include <ucontext.h>

#include <cstdint>

namespace ulna {

/// Whether callers know no more of the function than the ABI says: of the system's libraries for C,
/// C++ and mathematics. Those of a compiler may have agreed on more. The first call, which must not
/// be in a handler of signals, asks the loader for names.
bool is_ordinary(uintptr_t function);

/// Changes what an ordinary function may, in the state that a handler was given behind it: general
/// registers, vectors with their upper parts, masks, flags. What may be its result stays: rax, rdx,
/// and of xmm0 and xmm1 all, or less where the function is known to give less; for 32 bits eax,
/// edx, xmm0, and what the x87 unit holds.
void change_scratch(mcontext_t& state, uintptr_t function, uint64_t seed);

} // namespace ulna
