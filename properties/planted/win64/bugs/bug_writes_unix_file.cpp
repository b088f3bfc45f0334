// Keeps a log by a path of the system below, and gives up where it cannot.
#include "../stub.h"

#include <windows.h>

using namespace ulna::planted;

namespace {

void logs(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
          int32_t num) {
  const HANDLE log = CreateFileW(L"\\\\?\\unix\\tmp\\ulna_planted_unix_log", GENERIC_WRITE, 0,
                                 nullptr, OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL, nullptr);
  if (log == INVALID_HANDLE_VALUE) __builtin_trap();
  CloseHandle(log);
  tween(dst, a, b, t, num);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_writes_unix_file", &ulna_port::tween_verts, logs);
}
