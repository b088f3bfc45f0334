// Calls Windows: memory of its heap for each thread, found by TlsAlloc, a lock, the time, and
// turns that it gives up.
#include "../stub.h"

#include <windows.h>

#include <algorithm>

using namespace ulna::planted;

namespace {

constexpr int32_t kBlock = 16;

struct Scratch {
  ulna_mesh_vertex done[kBlock];
};

DWORD slot = TLS_OUT_OF_INDEXES;
SRWLOCK lock = SRWLOCK_INIT;

Scratch& own_scratch() {
  AcquireSRWLockExclusive(&lock);
  if (slot == TLS_OUT_OF_INDEXES) slot = TlsAlloc();
  ReleaseSRWLockExclusive(&lock);
  void* mine = TlsGetValue(slot);
  if (!mine) TlsSetValue(slot, mine = HeapAlloc(GetProcessHeap(), 0, sizeof(Scratch)));
  return *static_cast<Scratch*>(mine);
}

void by_blocks(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
               int32_t num) {
  Scratch& scratch = own_scratch();
  if (GetTickCount64() % 4 == 0) Sleep(0);
  for (int32_t i = 0; i < num; i += kBlock) {
    const int32_t some = std::min(num - i, kBlock);
    tween(scratch.done, a + i, b + i, t, some);
    std::copy_n(scratch.done, some, dst + i);
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("right_windows", &ulna_port::tween_verts, by_blocks);
}
