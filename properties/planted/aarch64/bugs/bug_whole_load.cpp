// The rest is loaded as a whole vector, past the last float.
#include "../stub.h"

using namespace ulna::planted;

namespace {

void whole(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
           int32_t num) {
  const int64_t n = kFloats * num;
  int64_t i = 0;
  for (; i + 4 <= n; i += 4)
    vst1q_f32(floats(dst) + i, tweened(vld1q_f32(floats(a) + i), vld1q_f32(floats(b) + i), t));
  if (i == n) return;
  float rest[4];
  vst1q_f32(rest, tweened(vld1q_f32(floats(a) + i), vld1q_f32(floats(b) + i), t));
  for (; i < n; ++i) floats(dst)[i] = rest[i % 4];
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_whole_load", &ulna_port::tween_verts, whole);
}
