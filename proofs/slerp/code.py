"""What the proofs take from the code of the ports: the table, and the operations in their order."""
import re
from fractions import Fraction

from support import source
from support.proof import Failed

X_TERMS, T_TERMS = 9, 5

# Of optimized/scalar/quat.h: what slerp and lerp both do.
SCALAR_SUMS = ["return (a.x * b.x + a.y * b.y) + (a.z * b.z + a.w * b.w);",
               "return {a.x * scale_a + b.x * scale_b,"]

OPERATIONS = {
    "optimized/common/slerp_table.h": [
        f"enum {{ slerp_x_terms = {X_TERMS}, slerp_t_terms = {T_TERMS} }};",
    ],
    "optimized/common/slerp_table.c": ['#include "slerp_rows.inc"'],
    "optimized/common/slerp_scales.h": [
        "const double lerp_d = static_cast<double>(lerp);",
        "const __m128d t = _mm_set_pd(lerp_d, 1.0 - lerp_d);",
        "const __m128d t2 = _mm_mul_pd(t, t);",
        "const __m128d factor = _mm_mul_pd(t, _mm_sub_pd(_mm_set1_pd(1.0), t2));",
        "set(0, t);",
        """for (int k = 0; k < slerp_x_terms; k++) {
             __m128d sum = _mm_set1_pd(slerp_table[k][slerp_t_terms - 1]);
             for (int m = slerp_t_terms - 2; m >= 0; m--) {
               sum = _mm_add_pd(_mm_mul_pd(sum, t2), _mm_set1_pd(slerp_table[k][m]));
             }
             set(k + 1, _mm_mul_pd(sum, factor));
           }""",
        "const __m128 x = _mm_sub_ps(_mm_set1_ps(1.0f), cosine);",
        """__m128 from = from_[slerp_x_terms];
           __m128 to = to_[slerp_x_terms];
           for (int k = slerp_x_terms - 1; k >= 0; k--) {
             from = _mm_add_ps(_mm_mul_ps(from, x), from_[k]);
             to = _mm_add_ps(_mm_mul_ps(to, x), to_[k]);
           }
           return {from, to};""",
        "const __m128 rounded = _mm_cvtpd_ps(coefficients);",
    ],
    "optimized/common/four_joints.h": [
        "return _mm_add_ps(_mm_mul_ps(a, scale_a), _mm_mul_ps(b, scale_b));",
    ],
    "optimized/common/blend_fours.h": [
        """return _mm_mul_ps(load(joints[four[i]].q), load(blend_joints[four[i]].q));
           };
           return sums(products(0), products(1), products(2), products(3));""",
        "return dot_products(joints, blend_joints, four, sums);",
        """const SlerpScales::Pair scale = scales.at(abs_of(cosine));
           return SlerpScales::Pair{scale.from, with_sign(scale.to, sign_of(cosine))};""",
        """blended.q[i] =
             combine(load(from.q), splat<i>(scale.from), load(to.q), splat<i>(scale.to));""",
        "in_stages(ListedGroups<4>(index, num_joints), cosines, scales_of, blend);",
    ],
    "optimized/sse/four_sums.h": [
        """_MM_TRANSPOSE4_PS(a, b, c, d);
           return _mm_add_ps(_mm_add_ps(a, b), _mm_add_ps(c, d));""",
    ],
    "optimized/sse/slerp_joints.cpp": [
        "slerp_fours(joints, blend_joints, lerp, index, num_joints, four_sums);",
    ],
    "optimized/sse3/four_sums.h": [
        "return _mm_hadd_ps(_mm_hadd_ps(a, b), _mm_hadd_ps(c, d));",
    ],
    "optimized/sse3/slerp_joints.cpp": [
        "slerp_fours(joints, blend_joints, lerp, index, num_joints, four_sums);",
    ],
    "optimized/common/slerp_columns.h": [
        """constexpr double rows[slerp_x_terms][slerp_t_terms] = {
           #include "slerp_rows.inc"
           };""",
        "columns.of[m][k] = rows[k][m];",
    ],
    "optimized/common/slerp_coefficients.h": [
        "const double t2 = t * t;",
        """const __m256d square = _mm256_set1_pd(t2);
           const __m256d factor = _mm256_set1_pd(t * (1.0 - t2));""",
        "result.leading = static_cast<float>(t);",
        "const auto column = [&](int m) { return _mm256_load_pd(slerp_columns.of[m] + 4 * part);",
        """__m256d sum = column(slerp_t_terms - 1);
           unrolled<slerp_t_terms - 1>(
           [&](auto m) { sum = _mm256_fmadd_pd(sum, square, column(slerp_t_terms - 2 - m)); });
           result.others[part] = _mm256_cvtpd_ps(_mm256_mul_pd(sum, factor));""",
        "static_assert(slerp_x_terms == 9);",
        """Vector even = c[8]; Vector odd = c[9];
           unrolled<3>([&](auto k) __attribute__((always_inline)) {
           even = multiply_add(even, x_squared, c[6 - 2 * k]);
           odd = multiply_add(odd, x_squared, c[7 - 2 * k]);
           });
           const Vector from_second = multiply_add(odd, x, even);
           const Vector from_first = multiply_add(from_second, x, c[1]);
           return multiply_add(from_first, x, c[0]);""",
    ],
    "optimized/avx2/sums.h": [
        """return _mm256_add_ps(_mm256_blend_ps(v, w, 0xcc),
             _mm256_shuffle_ps(v, w, _MM_SHUFFLE(1, 0, 3, 2)));""",
        """return _mm256_add_ps(_mm256_shuffle_ps(ab, cd, _MM_SHUFFLE(2, 0, 2, 0)),
             _mm256_shuffle_ps(ab, cd, _MM_SHUFFLE(3, 1, 3, 1)));""",
    ],
    "optimized/avx512/sums.h": [
        """return _mm512_add_ps(_mm512_mask_blend_ps(0xcccc, v, w),
             _mm512_shuffle_ps(v, w, _MM_SHUFFLE(1, 0, 3, 2)));""",
        """return _mm512_add_ps(_mm512_shuffle_ps(ab, cd, _MM_SHUFFLE(2, 0, 2, 0)),
             _mm512_shuffle_ps(ab, cd, _MM_SHUFFLE(3, 1, 3, 1)));""",
    ],
    "optimized/avx2/quat_pairs.h": [
        """const auto products = [&](int i) { return _mm256_mul_ps(a.of[i], b.of[i]); };
           return sums(products(0), products(1), products(2), products(3));""",
    ],
    "optimized/avx2/slerp_joints.cpp": [
        "const SlerpCoefficients c = slerp_coefficients(t);",
        """return slerp_polynomial(coefficients_, x, _mm256_mul_ps(x, x),
           [](__m256 a, __m256 b, __m256 c) { return _mm256_fmadd_ps(a, b, c); });""",
        """const double lerp_d = static_cast<double>(lerp);
           const Scale scale_of_from(1.0 - lerp_d), scale_of_to(lerp_d);""",
        "return dot(load_quats(joints, eight), load_quats(blend_joints, eight));",
        """const __m256 x = _mm256_sub_ps(one, _mm256_andnot_ps(sign_bit, cosine));
           const __m256 scale_from = scale_of_from.at(x);
           const __m256 scale_to =
           _mm256_xor_ps(scale_of_to.at(x), _mm256_and_ps(sign_bit, cosine));""",
        """const __m256 by_from[2] = {_mm256_blend_ps(scales.from, one_minus_t, 0xf0),
           _mm256_permute2f128_ps(scales.from, one_minus_t, 0x21)};
           const __m256 by_to[2] = {_mm256_blend_ps(scales.to, t, 0xf0),
           _mm256_permute2f128_ps(scales.to, t, 0x21)};""",
        """const __m256 from = _mm256_mul_ps(_mm256_loadu_ps(joint), splat<i % 4>(by_from[i / 4]));
           const __m256 to = _mm256_loadu_ps(&blend_joints[eight[i]].q.x);
           _mm256_storeu_ps(joint, _mm256_fmadd_ps(to, splat<i % 4>(by_to[i / 4]), from));""",
    ],
    "optimized/avx512/joint_pairs.h": [
        """const auto products = [&](int i) { return _mm512_mul_ps(a.of[i], b.of[i]); };
           return sums(products(0), products(1), products(2), products(3));""",
    ],
    "optimized/avx512/slerp_joints.cpp": [
        """const SlerpCoefficients from = slerp_coefficients(1.0 - t);
           const SlerpCoefficients to = slerp_coefficients(t);""",
        """return slerp_polynomial(coefficients_, x, _mm512_mul_ps(x, x),
           [](__m512 a, __m512 b, __m512 c) { return _mm512_fmadd_ps(a, b, c); });""",
        "const Scales scales(static_cast<double>(lerp));",
        "return dot(load_joints(joints, eight), load_joints(blend_joints, eight));",
        """const __m512 cosine = quarters<0, 0, 2, 2>(cosines_of_eight);
           const __m512 x = _mm512_sub_ps(one, _mm512_abs_ps(cosine));
           return _mm512_xor_ps(scales.at(x), _mm512_and_ps(sign_bit_of_to, cosine));""",
        """blended.of[i] =
           _mm512_fmadd_ps(to.of[i], by_to, _mm512_mul_ps(from.of[i], by_from));""",
        "in_stages(groups, cosines, scales_of, blend);",
    ],
    "optimized/asm/shared.inc": ["one: times 4 dd 1.0", "one_double: times 2 dq 1.0"],
    "optimized/asm/blend.inc": [
        "movaps %1, [JOINTS + %2] mulps %1, [BLEND_JOINTS + %2]",
        """movaps xmm4, xmm0 unpcklps xmm0, xmm1 unpckhps xmm4, xmm1 addps xmm0, xmm4
           movaps xmm4, xmm2 unpcklps xmm2, xmm3 unpckhps xmm4, xmm3 addps xmm2, xmm4
           movaps xmm4, xmm0 movlhps xmm0, xmm2 movhlps xmm2, xmm4 addps xmm0, xmm2""",
        """PRODUCTS xmm0, OFFSET_0 PRODUCTS xmm1, OFFSET_1 PRODUCTS xmm2, OFFSET_2
           PRODUCTS xmm3, OFFSET_3 SUM_FOUR""",
    ],
    "optimized/asm/slerp.inc": [
        f"%define X_TERMS {X_TERMS} %define T_TERMS {T_TERMS}",
        """cvtss2sd xmm1, LERP movapd xmm2, CONSTANT(one_double) subsd xmm2, xmm1
           unpcklpd xmm2, xmm1 cvtpd2ps xmm3, xmm2""",
        """movapd xmm3, xmm2 mulpd xmm3, xmm3 movapd xmm4, CONSTANT(one_double) subpd xmm4, xmm3
           mulpd xmm4, xmm2""",
        """movsd xmm0, [%1 + 8 * (T_TERMS - 1)] unpcklpd xmm0, xmm0 %assign m T_TERMS - 2
           %rep T_TERMS - 1 movsd xmm1, [%1 + 8 * m] unpcklpd xmm1, xmm1 mulpd xmm0, xmm3
           addpd xmm0, xmm1 %assign m m - 1 %endrep mulpd xmm0, xmm4 cvtpd2ps xmm0, xmm0""",
        """SPLAT xmm5, xmm3, %1 SPLAT xmm6, xmm4, %1 mulps xmm5, [JOINTS + %2]
           mulps xmm6, [BLEND_JOINTS + %2] addps xmm5, xmm6 movaps [JOINTS + %2], xmm5""",
    ],
    "optimized/asm/slerp_joints.asm": [
        """COSINES movaps xmm1, [sign_mask] andps xmm1, xmm0 xorps xmm0, xmm1 movaps xmm2, [one]
           subps xmm2, xmm0
           movaps xmm3, [SCALE_FROM + 16 * X_TERMS] movaps xmm4, [SCALE_TO + 16 * X_TERMS]
           %assign k X_TERMS - 1 %rep X_TERMS mulps xmm3, xmm2 mulps xmm4, xmm2
           addps xmm3, [SCALE_FROM + 16 * k] addps xmm4, [SCALE_TO + 16 * k]
           %assign k k - 1 %endrep
           xorps xmm4, xmm1""",
        "BLEND_QUATERNION %1, %2",
    ],
    "optimized/scalar/quat.h": SCALAR_SUMS + [
        """const float signed_cosine = dot(from, to);
           const double cosine = std::fabs(static_cast<double>(signed_cosine));
           const double sine_squared = (1.0 - cosine) * (1.0 + cosine);
           double scale_from = 1.0 - static_cast<double>(t);
           double scale_to = static_cast<double>(t);
           if (sine_squared > 0.0) {
             const double sine = std::sqrt(sine_squared);
             const double angle = std::atan2(sine, cosine);
             scale_from = std::sin(scale_from * angle) / sine;
             scale_to = std::sin(scale_to * angle) / sine;
           }
           if (signed_cosine < 0.0f) scale_to = -scale_to;
           return combine(from, static_cast<float>(scale_from), to, static_cast<float>(scale_to));""",
    ],
    "optimized/scalar/slerp_joints.cpp": ["joint.q = slerp(joint.q, blend.q, lerp);"],
    # No multiplication is contracted with an addition.
    "cmake/UlnaOptions.cmake": ["-ffp-contract=off"],
}


def check_operations(root):
    source.check(root, OPERATIONS)


def table(root):
    """slerp_table[k][m], each the exact value of the double."""
    name = "optimized/common/slerp_rows.inc"
    rows = re.findall(r"^\s*\{([^{}]*)\},$", source.read(root, name), re.MULTILINE)
    result = [[Fraction(float(v)) for v in row.split(",")] for row in rows]
    if [len(row) for row in result] != [T_TERMS] * X_TERMS:
        raise Failed(f"{name}: is not a table of {X_TERMS} by {T_TERMS}")
    return result
