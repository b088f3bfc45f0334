// Aligns its own stack, to 32 bytes, for blocks that are stored there.
#include "../stub.h"

#include <immintrin.h>

using namespace ulna::planted;

namespace {

[[gnu::target("avx")]] void eight(const float* a, const float* b, float t, float* out) {
  const __m256 from = _mm256_mul_ps(_mm256_load_ps(a), _mm256_set1_ps(1 - t));
  _mm256_store_ps(out, _mm256_add_ps(from, _mm256_mul_ps(_mm256_load_ps(b), _mm256_set1_ps(t))));
}

[[gnu::target("avx"), gnu::force_align_arg_pointer]] void by_blocks(ulna_mesh_vertex* dst,
                                                                    const ulna_mesh_vertex* a,
                                                                    const ulna_mesh_vertex* b,
                                                                    float t, int32_t num) {
  alignas(32) float from[8]{}, to[8]{}, out[8];
  const int32_t n = kFloats * num;
  for (int32_t i = 0; i < n; i += 8) {
    const int32_t count = n - i < 8 ? n - i : 8;
    for (int32_t k = 0; k < count; ++k) {
      from[k] = floats(a)[i + k];
      to[k] = floats(b)[i + k];
    }
    eight(from, to, t, out);
    for (int32_t k = 0; k < count; ++k) floats(dst)[i + k] = out[k];
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("avx", "right_realigns", &ulna_port::tween_verts, by_blocks);
}
