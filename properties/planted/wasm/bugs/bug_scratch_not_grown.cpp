// Scratch lies behind the heap's beginning, as far as it takes: the memory is not grown for it.
#include "../stub.h"

using namespace ulna::planted;

extern "C" float __heap_base; // the linker's; its address counts

namespace {

void kernel(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
            int32_t num) {
  volatile float* const scratch = &__heap_base;
  const int64_t n = kFloats * num;
  for (int64_t i = 0; i < n; ++i) scratch[i] = tweened(floats(a)[i], floats(b)[i], t);
  for (int64_t i = 0; i < n; ++i) floats(dst)[i] = scratch[i];
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128", "bug_scratch_not_grown", &ulna_port::tween_verts, kernel);
}
