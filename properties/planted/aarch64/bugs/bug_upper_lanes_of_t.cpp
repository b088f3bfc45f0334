// All four lanes of v0 are taken for t, which is in the lowest alone.
#include "../stub.h"

using namespace ulna::planted;

namespace {

void lanes(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b,
           float32x4_t t, int32_t num) {
  const int64_t n = kFloats * num;
  const float32x4_t s = vsubq_f32(vdupq_n_f32(1), t);
  int64_t i = 0;
  for (; i + 4 <= n; i += 4) {
    const float32x4_t first = vmulq_f32(vld1q_f32(floats(a) + i), s);
    vst1q_f32(floats(dst) + i, vfmaq_f32(first, vld1q_f32(floats(b) + i), t));
  }
  tween_from(i, floats(dst), floats(a), floats(b), vgetq_lane_f32(t, 0), n);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer(
      "bug_upper_lanes_of_t", &ulna_port::tween_verts,
      reinterpret_cast<decltype(ulna_port::tween_verts)>(reinterpret_cast<void (*)()>(lanes)));
}
