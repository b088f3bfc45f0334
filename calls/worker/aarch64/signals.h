// What a signal means in the middle of a call. Calls by single steps, and calls in the middle of
// another, need a processor that traps behind an instruction: the judge asks for none of them here
// (calls/machines.h).
#pragma once

#include "calls/shared/control.h"
#include "calls/worker/aarch64/call.h"

#include <signal.h>

#include <cstddef>
#include <span>

namespace ulna {

/// Whether the signal is one that the worker caused itself.
inline bool pass_own_signal(int, siginfo_t*, void*) {
  return false;
}

/// Of a signal that ends the worker: what kind of access it was, and how far from the stack
/// pointer. The address is there already.
void describe_fault(int signal, const siginfo_t* info, const void* context, arena::Fault& fault);

/// As if there were nothing to be stepped.
inline void call_stepped(WatchedCall& call, std::span<const std::span<std::byte>>, bool) {
  make_watched_call(call);
}

/// The other call comes behind this one.
inline uint32_t call_interrupted(WatchedCall& call, const arena::Interruptions&,
                                 bool (*between)()) {
  make_watched_call(call);
  between();
  return 0;
}

/// Returns what is wrong, or null, where nothing is to be changed.
inline const char* change_code(uint64_t, const arena::CodeChanges& changes) {
  return changes.num_patches + changes.num_breakpoints > 0
             ? "no code can be changed on this machine"
             : nullptr;
}

} // namespace ulna
