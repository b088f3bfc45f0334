// Does the floats up to the next multiple of 16 bytes alone, by the remainder of an int32. Above
// 2^31 that is negative, and they are seven where one vertex has six.
#include "../stub.h"

using namespace ulna::planted;

namespace {

void aligned(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
             int32_t num) {
  const int64_t n = kFloats * num;
  if (n == 0) return;
  const int32_t lead = (16 - reinterpret_cast<int32_t>(dst) % 16) / 4;
  for (int32_t i = 0; i < lead; ++i) floats(dst)[i] = tweened(floats(a)[i], floats(b)[i], t);
  tween_from(lead, floats(dst), floats(a), floats(b), t, n);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128", "bug_remainder_of_int32", &ulna_port::tween_verts, aligned);
}
