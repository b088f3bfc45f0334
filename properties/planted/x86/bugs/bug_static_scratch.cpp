// The scales of a call stand in static memory, where addresses are cheap without a register for
// them: another thread's call overwrites them.
#include "stub.h" // of the machine

using namespace ulna::planted;

namespace {

volatile float scales[2];

void shared(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
            int32_t num) {
  scales[0] = 1 - t;
  scales[1] = t;
  for (int32_t i = 0; i < kFloats * num; ++i)
    floats(dst)[i] = floats(a)[i] * scales[0] + floats(b)[i] * scales[1];
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_static_scratch", &ulna_port::tween_verts, shared);
}
