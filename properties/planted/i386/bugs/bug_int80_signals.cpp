// Sends a signal to the process that started it, by rt_tgsigqueueinfo: the signal 0, which nobody
// notices, where nothing stops it.
#include "../stub.h"

#include <sys/syscall.h>
#include <unistd.h>

using namespace ulna::planted;

namespace {

void signals(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
             int32_t num) {
  constexpr int kQueued = -1;
  const int info[32] = {0, 0, kQueued};
  int result = SYS_rt_tgsigqueueinfo;
  asm volatile("int $0x80"
               : "+a"(result)
               : "b"(getppid()), "c"(getppid()), "d"(0), "S"(info)
               : "memory");
  if (result < 0) __builtin_trap();
  tween(dst, a, b, t, num);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_int80_signals", &ulna_port::tween_verts, signals);
}
