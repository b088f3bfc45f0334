// Scratch ends where the memory does, which grows for it; where it may not, none is needed.
#include "../stub.h"

using namespace ulna::planted;

extern "C" char __heap_base; // the linker's; its address counts

namespace {

constexpr size_t kPageSize = 65536;

// Room for so many bytes at the end of the memory; null where there is none.
float* scratch_of(size_t bytes) {
  const auto first = reinterpret_cast<size_t>(&__heap_base);
  const size_t end = __builtin_wasm_memory_size(0) * kPageSize;
  if (end - first < bytes &&
      __builtin_wasm_memory_grow(0, (first + bytes - end) / kPageSize + 1) == SIZE_MAX)
    return nullptr;
  return reinterpret_cast<float*>(__builtin_wasm_memory_size(0) * kPageSize - bytes);
}

void kernel(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
            int32_t num) {
  const int64_t n = kFloats * num;
  volatile float* const scratch = scratch_of(static_cast<size_t>(n) * sizeof(float));
  if (!scratch) return tween_from(0, floats(dst), floats(a), floats(b), t, n);
  for (int64_t i = 0; i < n; ++i) scratch[i] = tweened(floats(a)[i], floats(b)[i], t);
  for (int64_t i = 0; i < n; ++i) floats(dst)[i] = scratch[i];
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128", "right_scratch_at_end", &ulna_port::tween_verts, kernel);
}
