// The watched call of a WebAssembly module: the one place where ulna's control passes to a port.
// The engine keeps what a processor's registers are; a port has the stack in linear memory.
#pragma once

#include "calls/shared/watched_call.h"

#include <signal.h>

#include <cstddef>
#include <cstdint>

namespace ulna {

struct WatchedCall {
  const void* function; // its index in the module's table
  uint64_t integers[arena::kMaxArguments];
  uint64_t steps[arena::kMaxArguments];
  bool is_real[arena::kMaxArguments];
  bool returns; // an int32
  uint32_t num_arguments;
  uint32_t times; // that the function is called
  uint32_t words_below;
  Leftovers leftovers;
  int32_t returned;
  uint32_t stack_pointer; // before the call; 0 where the module does not export it
  uint32_t stack_pointer_after;
  uint32_t frame;       // bytes
  uint32_t frame_after; // changed words in it, and behind null
  uint32_t behind_null; // bytes there that are neither data nor stack
};

/// Whether the signal is one that the worker caused itself.
bool pass_own_signal(int signal, siginfo_t* info, void* context);

} // namespace ulna
