// A frame for all vertices: the stack has 64 KiB, and below it the port's data.
#include "../stub.h"

using namespace ulna::planted;

namespace {

void large_frame(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b,
                 float t, int32_t num) {
  const int32_t n = 24 * num; // four times as many as there are floats
  auto* const frame =
      static_cast<volatile float*>(__builtin_alloca(sizeof(float) * static_cast<size_t>(n + 1)));
  for (int32_t i = 0; i < n; ++i) frame[n - 1 - i] = 0;
  for (int64_t i = 0; i < kFloats * num; ++i) {
    frame[i] = tweened(floats(a)[i], floats(b)[i], t);
    floats(dst)[i] = frame[i];
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128", "bug_stack_of_64_kib", &ulna_port::tween_verts, large_frame);
}
