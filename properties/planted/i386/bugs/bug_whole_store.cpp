// Sixteen bytes are stored for each vector of three floats, the last one too.
#include "../sse.h"

using namespace ulna::planted;

namespace {

[[gnu::target("sse2")]] void whole(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a,
                                   const ulna_mesh_vertex* b, float t, int32_t num) {
  for (int32_t i = 0; i < kFloats * num; i += 3) {
    const float from[4] = {floats(a)[i], floats(a)[i + 1], floats(a)[i + 2]};
    const float to[4] = {floats(b)[i], floats(b)[i + 1], floats(b)[i + 2]};
    _mm_storeu_ps(floats(dst) + i, tweened(from, to, t));
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("sse,sse2", "bug_whole_store", &ulna_port::tween_verts, whole);
}
