// Grows the memory in the first call, and asks where that is. Without it there is another way.
#include "../stub.h"

#include <cstring>

using namespace ulna::planted;

namespace {

constexpr int32_t kPageSize = 65536;

// Null where there is no more.
float* grown() {
  const size_t before = __builtin_wasm_memory_grow(0, 1);
  return before == SIZE_MAX ? nullptr : reinterpret_cast<float*>(before * kPageSize);
}

void in_parts(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
              int32_t num) {
  static float* const scratch = grown();
  if (!scratch) return tween(dst, a, b, t, num);
  constexpr int64_t kPart = kPageSize / sizeof(float);
  const int64_t n = kFloats * num;
  for (int64_t i = 0; i < n; i += kPart) {
    const int64_t part = n - i < kPart ? n - i : kPart;
    tween_from(0, scratch, floats(a) + i, floats(b) + i, t, part);
    std::memcpy(floats(dst) + i, scratch, sizeof(float) * static_cast<size_t>(part));
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128", "right_grows_once", &ulna_port::tween_verts, in_parts);
}
