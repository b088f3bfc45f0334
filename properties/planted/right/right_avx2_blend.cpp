// Slerp and lerp with AVX2, the scales of eight joints at a time. The slerp takes no angle: the
// scale sin(x a) / sin(a) is a series in 1 - cos a, which runs through cos a = 1 and gains a bit
// per term up to a = pi/2. Each term is the one before times (k^2 - x^2) / (k (2k + 1)) (1 - cos
// a), from the differential equation of the Gegenbauer functions; D. Eberly, A Fast and Accurate
// Algorithm for Computing SLERP, 2011, makes polynomials of it.
#include "../kernels.h"

#include <immintrin.h>

using namespace ulna::planted;

namespace {

#pragma GCC push_options
#pragma GCC target("avx2")

constexpr int kEight = 8;

struct Eight {
  alignas(32) double aa[kEight], bb[kEight], cosine[kEight], sign[kEight];
  alignas(32) double first[kEight], second[kEight];
};

__m256d series(__m256d cosine, double x) {
  const __m256d one = _mm256_set1_pd(1);
  const __m256d y = _mm256_sub_pd(one, cosine);
  __m256d s = one;
  for (int k = 32; k > 0; --k) {
    const __m256d ratio = _mm256_set1_pd((k * k - x * x) / (k * (2 * k + 1)));
    s = _mm256_add_pd(one, _mm256_mul_pd(s, _mm256_mul_pd(ratio, y)));
  }
  return _mm256_mul_pd(s, _mm256_set1_pd(x));
}

void slerp_scales(Eight& eight, double lerp) {
  for (int k = 0; k < kEight; k += 4) {
    const __m256d cosine = _mm256_load_pd(eight.cosine + k);
    _mm256_store_pd(eight.first + k, series(cosine, 1 - lerp));
    _mm256_store_pd(eight.second + k, series(cosine, lerp));
  }
}

void lerp_scales(Eight& eight, double lerp) {
  const __m256d first = _mm256_set1_pd(1 - lerp), second = _mm256_set1_pd(lerp);
  for (int k = 0; k < kEight; k += 4) {
    const __m256d cosine = _mm256_load_pd(eight.cosine + k);
    // (first a + second b)^2
    const __m256d aa = _mm256_mul_pd(_mm256_mul_pd(first, first), _mm256_load_pd(eight.aa + k));
    const __m256d bb = _mm256_mul_pd(_mm256_mul_pd(second, second), _mm256_load_pd(eight.bb + k));
    const __m256d ab = _mm256_mul_pd(_mm256_mul_pd(first, second), cosine);
    const __m256d norm =
        _mm256_sqrt_pd(_mm256_add_pd(_mm256_add_pd(aa, bb), _mm256_add_pd(ab, ab)));
    _mm256_store_pd(eight.first + k, _mm256_div_pd(first, norm));
    _mm256_store_pd(eight.second + k, _mm256_div_pd(second, norm));
  }
}

// The quaternion's scale in the low half and the translation's in the high half.
__m256 halves(double low, float high) {
  return _mm256_set_m128(_mm_set1_ps(high), _mm_set1_ps(static_cast<float>(low)));
}

template <void (*Scale)(Eight&, double)>
void kernel(BlendCall call) {
  if (call.lerp <= 0) return;
  if (call.lerp >= 1) return call.run(blend<Lerp>); // the copy
  for (int32_t done = 0; done < call.num_joints; done += kEight) {
    const int32_t* index = call.index + done;
    const int32_t count = call.num_joints - done < kEight ? call.num_joints - done : kEight;
    Eight eight{};
    for (int32_t k = 0; k < count; ++k) {
      const Pair pair = relate<Blend>(call.joints[index[k]].q, call.blend_joints[index[k]].q);
      eight.aa[k] = pair.aa;
      eight.bb[k] = pair.bb;
      eight.cosine[k] = pair.cosine;
      eight.sign[k] = pair.sign;
    }
    Scale(eight, double{call.lerp});
    for (int32_t k = 0; k < count; ++k) {
      float* to = &call.joints[index[k]].q.x;
      const float* from = &call.blend_joints[index[k]].q.x;
      const __m256 a = _mm256_mul_ps(_mm256_loadu_ps(to), halves(eight.first[k], 1 - call.lerp));
      const __m256 b =
          _mm256_mul_ps(_mm256_loadu_ps(from), halves(eight.second[k] * eight.sign[k], call.lerp));
      _mm256_storeu_ps(to, _mm256_add_ps(a, b));
    }
  }
}

#pragma GCC pop_options

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("avx2", "right_avx2_blend", &ulna_port::slerp_joints,
                  blend_call<kernel<slerp_scales>>, &ulna_port::lerp_joints,
                  blend_call<kernel<lerp_scales>>);
}
