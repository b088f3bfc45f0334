// Starts another process in each call, by a system call of its own.
#include "../stub.h"

#include <sys/syscall.h>

using namespace ulna::planted;

namespace {

int system_call(int number, int argument) {
  asm volatile("int $0x80" : "+a"(number) : "b"(argument) : "memory");
  return number;
}

void forks(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
           int32_t num) {
  tween(dst, a, b, t, num);
  if (system_call(SYS_fork, 0) == 0) system_call(SYS_exit_group, 0);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_forks", &ulna_port::tween_verts, forks);
}
