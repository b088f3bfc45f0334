// Skinning with AVX2: two rows of a matrix in one register, and the third in half of one.
#include "../kernels.h"

#include <immintrin.h>

using namespace ulna::planted;

namespace {

#pragma GCC push_options
#pragma GCC target("avx2")

struct Rows {
  __m256 xy;
  __m128 z;
};

Rows zero() {
  return {_mm256_setzero_ps(), _mm_setzero_ps()};
}

// m * v without the sum over the lanes.
Rows multiply(const Rows& m, __m128 v) {
  return {_mm256_mul_ps(m.xy, _mm256_set_m128(v, v)), _mm_mul_ps(m.z, v)};
}

void add(Rows& sum, const Rows& more) {
  sum.xy = _mm256_add_ps(sum.xy, more.xy);
  sum.z = _mm_add_ps(sum.z, more.z);
}

Rows load(const ulna_joint_mat* joints, const ulna_joint_weight* entry) {
  const float* m = Skin::matrix(joints, entry, 0);
  return {_mm256_loadu_ps(m), _mm_load_ps(m + 8)};
}

void store(ulna_vec4& to, const Rows& rows) {
  const __m256 pairs = _mm256_hadd_ps(rows.xy, _mm256_castps128_ps256(rows.z));
  const __m128 low = _mm256_castps256_ps128(pairs);    // x x z z
  const __m128 high = _mm256_extractf128_ps(pairs, 1); // y y . .
  const __m128 xzy = _mm_hadd_ps(low, high);
  _mm_store_ss(&to.x, xzy);
  to.y = _mm_cvtss_f32(_mm_movehl_ps(xzy, xzy));
  to.z = _mm_cvtss_f32(_mm_movehdup_ps(xzy));
}

void positions(SkinCall call) {
  for (int32_t v = 0; v < call.num_verts; ++v) {
    Rows sum = zero();
    const int32_t count = influences_of(call.weights);
    for (int32_t k = 0; k < count; ++k)
      add(sum, multiply(load(call.joints, call.weights++), _mm_load_ps(&call.base++->x)));
    store(call.verts[v].position, sum);
  }
}

void tangents(SkinCall call) {
  for (int32_t v = 0; v < call.num_verts; ++v) {
    Rows sum = zero();
    const int32_t count = influences_of(call.weights);
    for (int32_t k = 0; k < count; ++k) {
      const __m128 weight = _mm_set1_ps(call.weights->weight);
      add(sum, multiply(load(call.joints, call.weights++), weight));
    }
    for (const Vector which : {kPosition, kNormal, kTangent})
      store(Skin::output(call.verts[v], which), multiply(sum, _mm_load_ps(&call.base++->x)));
  }
}

#pragma GCC pop_options

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("avx2", "right_avx2_skin", &ulna_port::transform_verts, skin_call<positions>,
                  &ulna_port::transform_verts_and_tangents, skin_call<tangents>);
}
