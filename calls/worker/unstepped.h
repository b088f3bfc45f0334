// For machines whose processor, or emulator, does not trap behind an instruction: the judge asks
// for no call that is stepped or interrupted there, and for no code that is changed
// (Target::has_steps).
#pragma once

#include "calls/shared/control.h"
#include "calls/shared/watched_call.h"

#include <signal.h>

#include <cstddef>
#include <span>

namespace ulna {

/// As if there were nothing to be stepped.
inline void call_stepped(WatchedCall& call, std::span<const std::span<std::byte>>, arena::Stepped) {
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
