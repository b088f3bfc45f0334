// The two floats of a lane have the same cosine, so one of them evaluates the polynomial of
// slerp_table.h for the scale of `from`, the other for that of `to`.
#include "../common/blend.h"
#include "../common/operations.h"
#include "../common/slerp_table.h"
#include "joints.h"

namespace {

// Rounds what is of the two scales in turns.
inline svfloat32_t as_floats(svfloat64_t in_turns) {
  const svfloat32_t rounded = svcvt_f32_x(svptrue_b64(), in_turns); // every second float
  return svuzp1(rounded, rounded);
}

// Of the power k of x, apart from the factor t (1 - t^2).
inline svfloat64_t row(int k, svfloat64_t t_squared) {
  svfloat64_t sum = svdup_f64(slerp_table[k][slerp_t_terms - 1]);
  for (int m = slerp_t_terms - 2; m >= 0; m--)
    sum = svmad_x(svptrue_b64(), sum, t_squared, slerp_table[k][m]);
  return sum;
}

// A negative cosine leads to the opposite of the quaternion, which lies nearer: the sign of the
// second scale of a lane is that of its cosine.
inline svfloat32_t with_sign_of(svfloat32_t cosine, svfloat32_t scales) {
  const svuint64_t sign = svand_x(svptrue_b64(), svreinterpret_u64(cosine), uint64_t{1} << 63);
  return svreinterpret_f32(svorr_x(svptrue_b64(), svreinterpret_u64(scales), sign));
}

} // namespace

void slerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
                  const int32_t* index, int32_t num_joints) {
  if (!has_to_blend(joints, blend_joints, lerp, index, num_joints)) return;
  const double lerp_d = static_cast<double>(lerp);
  const svfloat64_t t = svdupq_f64(1.0 - lerp_d, lerp_d);
  const svfloat64_t t_squared = svmul_x(svptrue_b64(), t, t);
  const svfloat64_t factor = svmul_x(svptrue_b64(), t, svsubr_x(svptrue_b64(), t_squared, 1.0));
  const auto coefficient = [&](int power) __attribute__((always_inline)) {
    return as_floats(svmul_x(svptrue_b64(), row(power - 1, t_squared), factor));
  };
  const svfloat32_t c0 = as_floats(t), c1 = coefficient(1), c2 = coefficient(2),
                    c3 = coefficient(3), c4 = coefficient(4), c5 = coefficient(5),
                    c6 = coefficient(6), c7 = coefficient(7), c8 = coefficient(8),
                    c9 = coefficient(9);
  static_assert(slerp_x_terms == 9);

  const svbool_t all = all_floats();
  const int64_t step = static_cast<int64_t>(svcntd());
  for (int64_t i = 0; i < num_joints; i += step) {
    const svbool_t lanes = svwhilelt_b64(i, int64_t{num_joints});
    const svint64_t first = first_pairs(lanes, index + i);
    const svfloat32_t from_xy = load(kQuatXY, lanes, joints, first);
    const svfloat32_t from_zw = load(kQuatZW, lanes, joints, first);
    const svfloat32_t to_xy = load(kQuatXY, lanes, blend_joints, first);
    const svfloat32_t to_zw = load(kQuatZW, lanes, blend_joints, first);

    const svfloat32_t cosine = dot(from_xy, from_zw, to_xy, to_zw);
    const svfloat32_t x = svsubr_x(all, svabs_x(all, cosine), 1.0f);
    svfloat32_t sum = svmad_x(all, c9, x, c8);
    sum = svmad_x(all, sum, x, c7);
    sum = svmad_x(all, sum, x, c6);
    sum = svmad_x(all, sum, x, c5);
    sum = svmad_x(all, sum, x, c4);
    sum = svmad_x(all, sum, x, c3);
    sum = svmad_x(all, sum, x, c2);
    sum = svmad_x(all, sum, x, c1);
    sum = svmad_x(all, sum, x, c0);

    const svfloat32_t scales = with_sign_of(cosine, sum);
    const svfloat32_t scale_from = svtrn1(scales, scales);
    const svfloat32_t scale_to = svtrn2(scales, scales);
    store(kQuatXY, lanes, joints, first, combine(from_xy, scale_from, to_xy, scale_to));
    store(kQuatZW, lanes, joints, first, combine(from_zw, scale_from, to_zw, scale_to));
    blend_translations(lanes, joints, blend_joints, first, lerp);
  }
}
