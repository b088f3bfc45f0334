// Starts another process in each call, without end: in an emulator, too, it must not.
#include "../stub.h"

#include <unistd.h>

using namespace ulna::planted;

namespace {

void forks(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
           int32_t num) {
  tween(dst, a, b, t, num);
  if (fork() == 0) _exit(0);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_forks", &ulna_port::tween_verts, forks);
}
