// Goes from mesh to mesh by differences of addresses, which wrap and come out right.
#include "../stub.h"

using namespace ulna::planted;

namespace {

void by_differences(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b,
                    float t, int32_t num) {
  const auto address = [](const void* p) { return reinterpret_cast<uint32_t>(p); };
  const uint32_t to_a = address(a) - address(dst), to_b = address(b) - address(dst);
  const auto at = [](uint32_t where) { return *reinterpret_cast<const float*>(where); };
  for (int64_t i = 0; i < kFloats * num; ++i) {
    const uint32_t to = address(floats(dst) + i);
    floats(dst)[i] = tweened(at(to + to_a), at(to + to_b), t);
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128", "right_far_apart", &ulna_port::tween_verts, by_differences);
}
