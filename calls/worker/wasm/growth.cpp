// Where a module's memory grows, V8 makes all of it readable and writable anew, the guards of the
// arena among it. This library is loaded before all others (LD_PRELOAD), so that its mprotect is
// the one that V8 calls: it leaves the arena out.

#include "calls/worker/wasm/engine.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>

extern "C" [[gnu::visibility("default")]] int mprotect(void* address, size_t size, int access) {
  const auto protect = [access](uintptr_t begin, uintptr_t end) {
    return begin >= end ? 0 : static_cast<int>(syscall(SYS_mprotect, begin, end - begin, access));
  };
  const auto begin = reinterpret_cast<uintptr_t>(address), end = begin + size;
  const auto memory = reinterpret_cast<uintptr_t>(ulna::wasm::memory());
  if (memory == 0) return protect(begin, end);
  const uintptr_t arena = memory + ulna::wasm::kBegin, behind = memory + ulna::wasm::kEnd;
  const int below = protect(begin, std::min(end, arena));
  const int above = protect(std::max(begin, behind), end);
  return below != 0 ? below : above;
}
