#include "../common/blend.h"
#include "../common/operations.h"
#include "joints.h"

// A negative cosine leads to the opposite of the quaternion, which lies nearer.
static svfloat32_t with_sign_of(svfloat32_t cosine, float scale) {
  const svuint32_t sign = svand_x(all_floats(), svreinterpret_u32(cosine), 0x80000000);
  const svuint32_t bits = svreinterpret_u32(svdup_f32(scale));
  return svreinterpret_f32(svorr_x(all_floats(), bits, sign));
}

void lerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
                 const int32_t* index, int32_t num_joints) {
  if (!has_to_blend(joints, blend_joints, lerp, index, num_joints)) return;
  const svfloat32_t scale_from = svdup_f32(1.0f - lerp);
  const int64_t step = static_cast<int64_t>(svcntd());
  for (int64_t i = 0; i < num_joints; i += step) {
    const svbool_t lanes = svwhilelt_b64(i, int64_t{num_joints});
    const svint64_t first = first_pairs(lanes, index + i);
    const svfloat32_t from_xy = load(kQuatXY, lanes, joints, first);
    const svfloat32_t from_zw = load(kQuatZW, lanes, joints, first);
    const svfloat32_t to_xy = load(kQuatXY, lanes, blend_joints, first);
    const svfloat32_t to_zw = load(kQuatZW, lanes, blend_joints, first);

    const svfloat32_t scale_to = with_sign_of(dot(from_xy, from_zw, to_xy, to_zw), lerp);
    const svfloat32_t xy = combine(from_xy, scale_from, to_xy, scale_to);
    const svfloat32_t zw = combine(from_zw, scale_from, to_zw, scale_to);
    const svfloat32_t norm = svsqrt_x(all_floats(), dot(xy, zw, xy, zw));
    const svfloat32_t inverse_norm = svdivr_x(all_floats(), norm, 1.0f);
    store(kQuatXY, lanes, joints, first, svmul_x(all_floats(), xy, inverse_norm));
    store(kQuatZW, lanes, joints, first, svmul_x(all_floats(), zw, inverse_norm));
    blend_translations(lanes, joints, blend_joints, first, lerp);
  }
}
