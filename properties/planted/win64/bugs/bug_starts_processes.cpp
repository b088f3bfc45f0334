// Starts a program in each call, and that one starts others.
#include "../stub.h"

#include <windows.h>

#include <initializer_list>

using namespace ulna::planted;

namespace {

void starts(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
            int32_t num) {
  tween(dst, a, b, t, num);
  STARTUPINFOA startup{};
  startup.cb = sizeof startup;
  PROCESS_INFORMATION process{};
  char self[MAX_PATH];
  GetModuleFileNameA(nullptr, self, sizeof self);
  for (const char* program : {static_cast<const char*>(self), "Z:\\bin\\true"})
    if (CreateProcessA(program, nullptr, nullptr, nullptr, FALSE, 0, nullptr, nullptr, &startup,
                       &process))
      __builtin_trap();
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_starts_processes", &ulna_port::tween_verts, starts);
}
