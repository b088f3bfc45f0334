"""What the proofs take from the code of the ports: the table, and the operations in their order."""
import re
from fractions import Fraction

from support import source
from support.proof import Failed

X_TERMS, T_TERMS = 9, 5

OPERATIONS = {
    "optimized/common/slerp_table.h": [
        f"enum {{ slerp_x_terms = {X_TERMS}, slerp_t_terms = {T_TERMS} }};",
    ],
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
    "optimized/common/four_quats.h": [
        """return _mm_add_ps(_mm_add_ps(_mm_mul_ps(a.x, b.x), _mm_mul_ps(a.y, b.y)),
                             _mm_add_ps(_mm_mul_ps(a.z, b.z), _mm_mul_ps(a.w, b.w)));""",
    ],
    "optimized/common/four_joints.h": [
        "return _mm_add_ps(_mm_mul_ps(a, scale_a), _mm_mul_ps(b, scale_b));",
    ],
    "optimized/sse/slerp_joints.cpp": [
        """const SlerpScales::Pair scale = scales.at(abs_of(cosine));
           const __m128 scale_to = with_sign(scale.to, sign_of(cosine));
           store_quats(joints, four, combine(from, scale.from, to, scale_to));""",
    ],
    "optimized/sse3/four_products.h": [
        "return _mm_hadd_ps(_mm_hadd_ps(a, b), _mm_hadd_ps(c, d));",
        "return _mm_mul_ps(load(joints[j].q), load(blend_joints[j].q));",
    ],
    "optimized/sse3/slerp_joints.cpp": [
        """const SlerpScales::Pair scale = scales.at(abs_of(cosine));
           const __m128 scale_to = with_sign(scale.to, sign_of(cosine));""",
        "store(joint.q, combine(load(joint.q), from, load(target.q), to));",
    ],
    "optimized/asm/macros.inc": ["one: times 4 dd 1.0", "one_double: times 2 dq 1.0"],
    "optimized/asm/blend.inc": [
        "movaps %1, [rdi + %2] mulps %1, [rsi + %2]",
        """movaps xmm4, xmm0 unpcklps xmm0, xmm1 unpckhps xmm4, xmm1 addps xmm0, xmm4
           movaps xmm4, xmm2 unpcklps xmm2, xmm3 unpckhps xmm4, xmm3 addps xmm2, xmm4
           movaps xmm4, xmm0 movlhps xmm0, xmm2 movhlps xmm2, xmm4 addps xmm0, xmm2""",
    ],
    "optimized/asm/slerp_joints.asm": [
        f"%define X_TERMS {X_TERMS} %define T_TERMS {T_TERMS}",
        """cvtss2sd xmm1, xmm0 movapd xmm2, [one_double] subsd xmm2, xmm1 unpcklpd xmm2, xmm1
           cvtpd2ps xmm3, xmm2""",
        """movapd xmm3, xmm2 mulpd xmm3, xmm3 movapd xmm4, [one_double] subpd xmm4, xmm3
           mulpd xmm4, xmm2""",
        """movsd xmm0, [r8 + 8 * (T_TERMS - 1)] unpcklpd xmm0, xmm0 %assign m T_TERMS - 2
           %rep T_TERMS - 1 movsd xmm1, [r8 + 8 * m] unpcklpd xmm1, xmm1 mulpd xmm0, xmm3
           addpd xmm0, xmm1 %assign m m - 1 %endrep mulpd xmm0, xmm4 cvtpd2ps xmm0, xmm0""",
        """SUM_FOUR movaps xmm1, [sign_mask] andps xmm1, xmm0 xorps xmm0, xmm1 movaps xmm2, [one]
           subps xmm2, xmm0
           movaps xmm3, [SCALE_FROM + 16 * X_TERMS] movaps xmm4, [SCALE_TO + 16 * X_TERMS]
           %assign k X_TERMS - 1 %rep X_TERMS mulps xmm3, xmm2 mulps xmm4, xmm2
           addps xmm3, [SCALE_FROM + 16 * k] addps xmm4, [SCALE_TO + 16 * k]
           %assign k k - 1 %endrep
           xorps xmm4, xmm1""",
        """SPLAT xmm5, xmm3, %1 SPLAT xmm6, xmm4, %1 mulps xmm5, [rdi + %2] mulps xmm6, [rsi + %2]
           addps xmm5, xmm6 movaps [rdi + %2], xmm5""",
    ],
    "optimized/scalar/quat.h": [
        "return (a.x * b.x + a.y * b.y) + (a.z * b.z + a.w * b.w);",
        "return {a.x * scale_a + b.x * scale_b,",
    ],
    "optimized/scalar/slerp_joints.cpp": [
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
    # No multiplication is contracted with an addition.
    "cmake/UlnaOptions.cmake": ["-ffp-contract=off"],
}


def check_operations(root):
    source.check(root, OPERATIONS)


def table(root):
    """slerp_table[k][m], each the exact value of the double."""
    name = "optimized/common/slerp_table.c"
    rows = re.findall(r"^\s*\{([^{}]*)\},$", source.read(root, name), re.MULTILINE)
    result = [[Fraction(float(v)) for v in row.split(",")] for row in rows]
    if [len(row) for row in result] != [T_TERMS] * X_TERMS:
        raise Failed(f"{name}: is not a table of {X_TERMS} by {T_TERMS}")
    return result
