// Eight floats at a time, fused, and says what that needs.
#include "stub.h" // of the machine

#include <immintrin.h>

using namespace ulna::planted;

namespace {

[[gnu::target("avx2,fma")]] void fused(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a,
                                       const ulna_mesh_vertex* b, float t, int32_t num) {
  const __m256 first = _mm256_set1_ps(1 - t), second = _mm256_set1_ps(t);
  const int32_t n = kFloats * num;
  for (int32_t i = 0; i < n; i += 8) {
    const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    const __m256i rest = _mm256_cmpgt_epi32(_mm256_set1_epi32(n - i), lanes);
    const __m256 from = _mm256_maskload_ps(floats(a) + i, rest);
    const __m256 to = _mm256_maskload_ps(floats(b) + i, rest);
    _mm256_maskstore_ps(floats(dst) + i, rest,
                        _mm256_fmadd_ps(to, second, _mm256_mul_ps(from, first)));
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("avx2,fma", "right_fma", &ulna_port::tween_verts, fused);
}
