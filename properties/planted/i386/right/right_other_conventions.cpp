// Its own functions take their arguments in registers, or off the stack themselves.
#include "../stub.h"

using namespace ulna::planted;

namespace {

[[gnu::noinline, gnu::regparm(3)]] void one(float* to, const float* a, const float* b, float t) {
  *to = tweened(*a, *b, t);
}

[[gnu::noinline, gnu::stdcall]] void vertex(float* to, const float* a, const float* b, float t) {
  for (int32_t i = 0; i < kFloats; ++i) one(to + i, a + i, b + i, t);
}

[[gnu::noinline, gnu::fastcall]] void all(float* to, const float* a, const float* b, float t,
                                          int32_t num) {
  for (int32_t i = 0; i < num; ++i) vertex(to + kFloats * i, a + kFloats * i, b + kFloats * i, t);
}

void tweens(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
            int32_t num) {
  all(floats(dst), floats(a), floats(b), t, num);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("right_other_conventions", &ulna_port::tween_verts, tweens);
}
