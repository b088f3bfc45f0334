// The kernel for the vectors of SSE, which 32-bit x86 has to declare.
#pragma once

#include "stub.h"

#include <emmintrin.h>

namespace ulna::planted {

[[gnu::target("sse2")]] inline __m128 tweened(const float* a, const float* b, float t) {
  const __m128 first = _mm_mul_ps(_mm_loadu_ps(a), _mm_sub_ps(_mm_set1_ps(1), _mm_set1_ps(t)));
  return _mm_add_ps(first, _mm_mul_ps(_mm_loadu_ps(b), _mm_set1_ps(t)));
}

} // namespace ulna::planted
