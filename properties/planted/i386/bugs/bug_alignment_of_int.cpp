// How far dst is from the next multiple of 16 is the remainder of an int: above 2^31 it is
// negative, and the floats before that are more than a vertex has.
#include "../sse.h"

using namespace ulna::planted;

namespace {

[[gnu::target("sse2")]] void aligns(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a,
                                    const ulna_mesh_vertex* b, float t, int32_t num) {
  const int32_t n = kFloats * num;
  if (n == 0) return;
  const intptr_t rest = reinterpret_cast<intptr_t>(dst) % 16;
  const int32_t head = rest == 0 ? 0 : static_cast<int32_t>(16 - rest) / 4;
  int32_t i = 0;
  for (; i < head; ++i) floats(dst)[i] = tweened(floats(a)[i], floats(b)[i], t);
  for (; i + 4 <= n; i += 4)
    _mm_store_ps(floats(dst) + i, tweened(floats(a) + i, floats(b) + i, t));
  for (; i < n; ++i) floats(dst)[i] = tweened(floats(a)[i], floats(b)[i], t);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("sse,sse2", "bug_alignment_of_int", &ulna_port::tween_verts, aligns);
}
