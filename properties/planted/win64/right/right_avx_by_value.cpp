// Vectors of 32 bytes are passed between its own functions by value, which Windows does by address:
// GCC's slots for them are aligned at 16, and so are its moves.
#include "../stub.h"

#include <immintrin.h>

using namespace ulna::planted;

namespace {

[[gnu::target("avx"), gnu::noinline]] __m256 mix(__m256 from, __m256 to, __m256 first,
                                                 __m256 second) {
  return _mm256_add_ps(_mm256_mul_ps(from, first), _mm256_mul_ps(to, second));
}

[[gnu::target("avx")]] void by_eights(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a,
                                      const ulna_mesh_vertex* b, float t, int32_t num) {
  const __m256 first = _mm256_set1_ps(1 - t), second = _mm256_set1_ps(t);
  const int32_t n = kFloats * num;
  int32_t i = 0;
  for (; i + 8 <= n; i += 8)
    _mm256_storeu_ps(floats(dst) + i, mix(_mm256_loadu_ps(floats(a) + i),
                                          _mm256_loadu_ps(floats(b) + i), first, second));
  for (; i < n; ++i) floats(dst)[i] = tweened(floats(a)[i], floats(b)[i], t);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("avx", "right_avx_by_value", &ulna_port::tween_verts, by_eights);
}
