// The rest is stored as a whole vector, past the last float.
#include "../stub.h"

using namespace ulna::planted;

namespace {

void whole(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
           int32_t num) {
  const int64_t n = kFloats * num;
  for (int64_t i = 0; i < n / 4 * 4; i += 4)
    vst1q_f32(floats(dst) + i, tweened(vld1q_f32(floats(a) + i), vld1q_f32(floats(b) + i), t));
  if (n % 4 == 0) return;
  float rest_a[4]{}, rest_b[4]{};
  for (int64_t i = n / 4 * 4; i < n; ++i) {
    rest_a[i % 4] = floats(a)[i];
    rest_b[i % 4] = floats(b)[i];
  }
  vst1q_f32(floats(dst) + n / 4 * 4, tweened(vld1q_f32(rest_a), vld1q_f32(rest_b), t));
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_whole_store", &ulna_port::tween_verts, whole);
}
