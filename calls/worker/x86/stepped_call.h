// A call made one instruction at a time, so that bytes can change under it as if another thread
// wrote them: what a port loads, and stores again unchanged, it stores too late. And what a
// function of another library may change, it changes: a port that keeps something there has lost
// it.
#pragma once

#include "calls/shared/control.h"
#include "calls/shared/watched_call.h"

#include <signal.h>

#include <cstddef>
#include <span>

namespace ulna {

/// Makes the call. From the first touch of a page that has some of them, all the bytes change
/// behind each instruction of the calling thread, up to the thousandth, and from then on, or from
/// the start where only touches are stepped, behind each that touches the pages, up to the
/// two-thousandth, unless other threads do; at the end each has what it had, unless the port wrote
/// it. The pages must be writable. While all instructions are stepped, and, if the call is stepped
/// from the start, in some thousand before, behind each direct call of a function of libc, libm or
/// libstdc++ all changes that it may change (scratch_registers.h).
void call_stepped(WatchedCall& call, std::span<const std::span<std::byte>> bytes,
                  arena::Stepped how);

/// Whether the signal is that of a step, or of a touch in such a call, in the state that the
/// handler was given. If so the handler has nothing left to do but to return.
bool pass_step(int signal, const siginfo_t* info, void* context);

} // namespace ulna
