// What a module has of its memory: what it declares, and what it grows by.

#include "calls/worker/wasm/call.h"
#include "calls/worker/wasm/engine.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace ulna {
namespace {

bool is_open = true; // up to the arena, while the module is loaded

uint64_t bytes_now() {
  constexpr uint64_t kPage = 1 << 16;
  uint32_t grown;
  std::memcpy(&grown, wasm::memory() + wasm::kEnd, sizeof grown);
  return wasm::declared_bytes() + grown * kPage;
}

/// Whether the pages, which nobody has, were touched all the same.
bool touched(std::byte* begin, size_t bytes) {
  std::vector<unsigned char> resident(bytes / arena::kPage);
  return mincore(begin, bytes, resident.data()) == 0 &&
         std::ranges::any_of(resident, [](unsigned char page) { return (page & 1) != 0; });
}

} // namespace

const char* wasm::close_the_rest() {
  const uint64_t now = bytes_now();
  if (touched(memory() + now, kEnd - now)) return "while it was loaded it left its memory";
  is_open = false;
  return mprotect(memory() + now, kBegin - now, PROT_NONE) == 0
             ? nullptr
             : "cannot protect the memory that the module has not";
}

/// Pages that it has grown by are opened when it touches them.
bool pass_own_signal(int signal, siginfo_t* info, void*) {
  if (signal != SIGSEGV || is_open || !wasm::memory()) return false;
  const uint64_t at =
      static_cast<uint64_t>(static_cast<std::byte*>(info->si_addr) - wasm::memory());
  const uint64_t now = bytes_now();
  return at >= wasm::declared_bytes() && at < now && now <= wasm::kBegin &&
         mprotect(wasm::memory(), now, PROT_READ | PROT_WRITE) == 0;
}

} // namespace ulna
