// Keeps a log, and gives up where it cannot: a port has no business with files, by whichever
// gate into the system.
#include "../stub.h"

#include <fcntl.h>
#include <sys/syscall.h>

using namespace ulna::planted;

namespace {

void logs(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
          int32_t num) {
  int log = SYS_open;
  asm volatile("int $0x80"
               : "+a"(log)
               : "b"("/tmp/ulna_planted_log"), "c"(O_CREAT | O_WRONLY), "d"(0600)
               : "memory");
  if (log < 0) __builtin_trap();
  tween(dst, a, b, t, num);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_int80_open", &ulna_port::tween_verts, logs);
}
