#include "calls/worker/x86/changed_code.h"

#include "calls/worker/x86/registers.h"

#include <signal.h>
#include <sys/mman.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstring>

namespace ulna {
namespace {

using namespace arena;

constexpr uint8_t kBreakpoint = 0xcc; // int3

uint64_t load_base = 0;
CodeChanges* current = nullptr;
uint8_t replaced[kMaxBreakpoints]; // the byte under each breakpoint

/// How the page at the address is mapped, or -1.
int protection_of(uintptr_t address) {
  std::FILE* maps = std::fopen("/proc/self/maps", "re");
  if (!maps) return -1;
  int protection = -1;
  uint64_t begin = 0, end = 0;
  char access[5];
  while (std::fscanf(maps, "%" SCNx64 "-%" SCNx64 " %4s%*[^\n]", &begin, &end, access) == 3) {
    if (address < begin || address >= end) continue;
    protection = (access[0] == 'r' ? PROT_READ : 0) | (access[1] == 'w' ? PROT_WRITE : 0) |
                 (access[2] == 'x' ? PROT_EXEC : 0);
    break;
  }
  std::fclose(maps);
  return protection;
}

bool protect(uintptr_t address, size_t size, int protection) {
  const uintptr_t begin = address / kPage * kPage;
  return mprotect(reinterpret_cast<void*>(begin), address + size - begin, protection) == 0;
}

const char* patch(const CodeChanges::Patch& p) {
  const auto at = static_cast<uintptr_t>(load_base + p.address);
  const size_t size = std::min<size_t>(p.size, sizeof p.bytes);
  const int before = protection_of(at);
  if (before < 0) return "there is nothing at the address of a change";
  if (!protect(at, size, before | PROT_WRITE)) return "the system lets nobody change code";
  std::memcpy(reinterpret_cast<void*>(at), p.bytes, size);
  protect(at, size, before);
  return nullptr;
}

} // namespace

const char* change_code(uint64_t base, CodeChanges& changes) {
  load_base = base;
  current = &changes;
  for (uint32_t i = 0; i < std::min(changes.num_patches, kMaxPatches); ++i)
    if (const char* wrong = patch(changes.patches[i])) return wrong;
  uint64_t writable = 0; // the page
  for (uint32_t i = 0; i < std::min(changes.num_breakpoints, kMaxBreakpoints); ++i) {
    const auto at = static_cast<uintptr_t>(base + changes.breakpoints[i]);
    if (at / kPage != writable && !protect(at, 1, PROT_READ | PROT_WRITE | PROT_EXEC))
      return "the system lets nobody change code";
    writable = at / kPage;
    auto* byte = reinterpret_cast<uint8_t*>(at);
    replaced[i] = *byte;
    if (!changes.reached[i]) *byte = kBreakpoint;
  }
  return nullptr;
}

bool pass_breakpoint(int signal, void* context) {
  if (signal != SIGTRAP || !current) return false;
  auto& state = static_cast<ucontext_t*>(context)->uc_mcontext;
  const uintptr_t at = instruction_pointer(state) - 1;
  const uint64_t* const begin = current->breakpoints;
  const uint64_t* const end = begin + std::min(current->num_breakpoints, kMaxBreakpoints);
  const uint64_t* const found = std::lower_bound(begin, end, at - load_base);
  if (found == end || *found != at - load_base) return false;
  const auto i = static_cast<size_t>(found - begin);
  current->reached[i] = 1;
  *reinterpret_cast<volatile uint8_t*>(at) = replaced[i];
  state.gregs[kInstructionPointer] = static_cast<greg_t>(at);
  return true;
}

} // namespace ulna
