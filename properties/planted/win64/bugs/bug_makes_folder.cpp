// Makes a folder for its logs, and gives up where it cannot.
#include "../stub.h"

#include <windows.h>

using namespace ulna::planted;

namespace {

void logs(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
          int32_t num) {
  CreateDirectoryA("Z:\\tmp\\ulna_planted_folder", nullptr);
  if (GetFileAttributesA("Z:\\tmp\\ulna_planted_folder") == INVALID_FILE_ATTRIBUTES)
    __builtin_trap();
  tween(dst, a, b, t, num);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_makes_folder", &ulna_port::tween_verts, logs);
}
