// Makes a file by mknod, and gives up where it cannot: a port has no business with files.
#include "../stub.h"

#include <sys/stat.h>
#include <sys/syscall.h>

#include <cerrno>

using namespace ulna::planted;

namespace {

void makes(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
           int32_t num) {
  int result = SYS_mknod;
  asm volatile("int $0x80"
               : "+a"(result)
               : "b"("/tmp/ulna_planted_file"), "c"(S_IFREG | 0600), "d"(0)
               : "memory");
  if (result < 0 && result != -EEXIST) __builtin_trap();
  tween(dst, a, b, t, num);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_int80_mknod", &ulna_port::tween_verts, makes);
}
