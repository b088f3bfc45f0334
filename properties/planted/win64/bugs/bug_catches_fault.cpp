// Reads on behind the end of the vertices, and has a handler of Windows that goes on in a page of
// its own: a fault that is caught is a fault all the same.
#include "../stub.h"

#include <windows.h>

using namespace ulna::planted;

namespace {

LONG CALLBACK skips(EXCEPTION_POINTERS* exception) {
  constexpr DWORD64 kBytesOfLoad = 2; // mov (%rax), %eax
  if (exception->ExceptionRecord->ExceptionCode != EXCEPTION_ACCESS_VIOLATION)
    return EXCEPTION_CONTINUE_SEARCH;
  exception->ContextRecord->Rip += kBytesOfLoad;
  return EXCEPTION_CONTINUE_EXECUTION;
}

void reads_on(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
              int32_t num) {
  static void* const handler = AddVectoredExceptionHandler(1, skips);
  if (!handler) return;
  tween(dst, a, b, t, num);
  asm volatile("mov (%0), %%eax" : : "a"(a + num) : "memory");
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_catches_fault", &ulna_port::tween_verts, reads_on);
}
