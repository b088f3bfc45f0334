// Starts another process by the system call of 32-bit Linux.
#include "../stub.h"

#include <windows.h>

using namespace ulna::planted;

namespace {

void forks(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
           int32_t num) {
  tween(dst, a, b, t, num);
  int number = 2;
  asm volatile("int $0x80" : "+a"(number) : : "memory");
  if (number == 0) {
    number = 252;
    asm volatile("int $0x80" : "+a"(number) : "b"(0) : "memory");
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_linux_fork_of_32_bits", &ulna_port::tween_verts, forks);
}
