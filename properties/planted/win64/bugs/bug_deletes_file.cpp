// Deletes a file of another, and gives up where it cannot.
#include "../stub.h"

#include <windows.h>

using namespace ulna::planted;

namespace {

void deletes(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
             int32_t num) {
  if (!DeleteFileA("Z:\\tmp\\ulna_planted_victim")) __builtin_trap();
  tween(dst, a, b, t, num);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_deletes_file", &ulna_port::tween_verts, deletes);
}
