"""The operations of lerp that the proofs are about, in their order."""
from slerp.code import OPERATIONS as OF_SLERP
from slerp.code import SCALAR_SUMS
from support import source

# Products, sums and combinations, which slerp has too.
SHARED = ["optimized/common/four_joints.h", "optimized/sse/four_sums.h",
          "optimized/sse3/four_sums.h", "optimized/avx2/sums.h", "optimized/avx512/sums.h",
          "optimized/avx2/quat_pairs.h", "optimized/avx512/joint_pairs.h",
          "optimized/asm/shared.inc", "optimized/asm/blend.inc", "cmake/UlnaOptions.cmake"]

OPERATIONS = {name: OF_SLERP[name] for name in SHARED} | {
    "optimized/scalar/quat.h": SCALAR_SUMS + [
        """const ulna_vec4 q = combine(from, 1.0f - t, to, dot(from, to) < 0.0f ? -t : t);
           const float scale = 1.0f / std::sqrt(dot(q, q));
           return {q.x * scale, q.y * scale, q.z * scale, q.w * scale};""",
    ],
    "optimized/scalar/lerp_joints.cpp": ["joint.q = lerp_normalised(joint.q, blend.q, lerp);"],
    "optimized/common/blend_fours.h": [
        """return _mm_mul_ps(load(joints[four[i]].q), load(blend_joints[four[i]].q));
           };
           return sums(products(0), products(1), products(2), products(3));""",
        """const __m128 one = _mm_set1_ps(1.0f);
           const __m128 t = _mm_set1_ps(lerp);
           const __m128 one_minus_t = _mm_sub_ps(one, t);""",
        """const __m128 cosine = dot_products(joints, blend_joints, four, sums);
           const __m128 scale_to = with_sign(t, sign_of(cosine));""",
        """combine(load(joints[four[i]].q), one_minus_t, load(blend_joints[four[i]].q),
           splat<i>(scale_to));""",
        """const auto square = [&](int i) { return _mm_mul_ps(result.q[i], result.q[i]); };
           result.norms_squared = sums(square(0), square(1), square(2), square(3));""",
        "_mm_div_ps(one, _mm_sqrt_ps(sum_of_four.norms_squared));",
        "blended.q[i] = _mm_mul_ps(sum_of_four.q[i], splat<i>(inverse_norm));",
        "in_stages(ListedGroups<4>(index, num_joints), sum, normalise);",
    ],
    "optimized/sse/lerp_joints.cpp": [
        "lerp_fours(joints, blend_joints, lerp, index, num_joints, four_sums);",
    ],
    "optimized/sse3/lerp_joints.cpp": [
        "lerp_fours(joints, blend_joints, lerp, index, num_joints, four_sums);",
    ],
    "optimized/asm/lerp_joints.asm": [
        "SPLAT xmm15, xmm0, 0 movaps xmm14, [one] subps xmm14, xmm15",
        "COSINES andps xmm0, [sign_mask] xorps xmm0, xmm15 movaps xmm9, xmm0",
        """SPLAT %1, xmm9, %3 movaps %2, xmm14 mulps %1, [rsi + %4] mulps %2, [rdi + %4]
           addps %1, %2 movaps %2, %1 mulps %2, %2""",
        "SUM_FOUR sqrtps xmm0, xmm0 movaps xmm9, [one] divps xmm9, xmm0",
        """SPLAT xmm10, xmm9, %1 mulps xmm10, xmm %+ blend_register movaps [rdi + %2], xmm10""",
    ],
    "optimized/avx2/lerp_joints.cpp": [
        """const __m256 one = _mm256_set1_ps(1.0f);
           const __m256 t = _mm256_set1_ps(lerp);
           const __m256 one_minus_t = _mm256_sub_ps(one, t);""",
        "const __m256 scale_to = _mm256_xor_ps(t, _mm256_and_ps(sign_bit, dot(from, to)));",
        "_mm256_fmadd_ps(to.of[i], splat<i>(scale_to), _mm256_mul_ps(from.of[i], one_minus_t));",
        "const __m256 inverse_norm = _mm256_div_ps(one, _mm256_sqrt_ps(dot(q, q)));",
        "q.of[i] = _mm256_mul_ps(q.of[i], splat<i>(inverse_norm));",
    ],
    "optimized/avx512/lerp_joints.cpp": [
        """const __m512 one = _mm512_set1_ps(1.0f);
           const __m512 t = _mm512_set1_ps(lerp);
           const __m512 one_minus_t = _mm512_sub_ps(one, t);""",
        """begun.scale_to =
           _mm512_xor_ps(t, _mm512_and_ps(sign_bit_of_q, dot(from, begun.to)));""",
        "begun.scaled_from.of[i] = _mm512_mul_ps(from.of[i], one_minus_t);",
        """sum.pairs.of[i] =
           _mm512_fmadd_ps(begun.to.of[i], splat<i>(begun.scale_to), begun.scaled_from.of[i]);""",
        "sum.norms_squared = dot(sum.pairs, sum.pairs);",
        """const __m512 norms = _mm512_sqrt_ps(sum.norms_squared);
           const __m512 inverse_norm = _mm512_mask_div_ps(one, quaternions, one, norms);""",
        "blended.of[i] = _mm512_mul_ps(sum.pairs.of[i], splat<i>(inverse_norm));",
        "in_stages(groups, begin, add, normalise);",
    ],
}


def check_operations(root):
    source.check(root, OPERATIONS)
