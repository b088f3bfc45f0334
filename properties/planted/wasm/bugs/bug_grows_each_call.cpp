// Scratch memory is grown in each call and never given back; that there is no more is not looked
// at.
#include "../stub.h"

using namespace ulna::planted;

namespace {

void grows(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
           int32_t num) {
  constexpr int32_t kPages = 256, kPageSize = 65536;
  const auto first = static_cast<uint32_t>(__builtin_wasm_memory_grow(0, kPages)) * kPageSize;
  auto* const scratch = reinterpret_cast<volatile float*>(first);
  for (int64_t i = 0; i < kFloats * num; ++i) {
    scratch[i % 1024] = tweened(floats(a)[i], floats(b)[i], t);
    floats(dst)[i] = scratch[i % 1024];
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128", "bug_grows_each_call", &ulna_port::tween_verts, grows);
}
