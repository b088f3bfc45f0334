// Starts another process by a system call of the system below Windows.
#include "../stub.h"

#include <windows.h>

using namespace ulna::planted;

namespace {

void forks(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
           int32_t num) {
  tween(dst, a, b, t, num);
  long long number = 57;
  asm volatile("syscall" : "+a"(number) : : "rcx", "r11", "memory");
  if (number == 0) {
    number = 231;
    asm volatile("syscall" : "+a"(number) : "D"(0) : "rcx", "r11", "memory");
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_linux_fork", &ulna_port::tween_verts, forks);
}
