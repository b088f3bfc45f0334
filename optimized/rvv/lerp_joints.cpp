#include "../common/blend.h"
#include "../common/operations.h"
#include "joints.h"

static vfloat32m1x4_t normalised(vfloat32m1x4_t q, size_t vl) {
  const vfloat32m1_t norm = __riscv_vfsqrt(dot(q, q, vl), vl);
  const vfloat32m1_t inverse_norm = __riscv_vfrdiv(norm, 1.0f, vl);
  return __riscv_vcreate_v_f32m1x4(__riscv_vfmul(component<0>(q), inverse_norm, vl),
                                   __riscv_vfmul(component<1>(q), inverse_norm, vl),
                                   __riscv_vfmul(component<2>(q), inverse_norm, vl),
                                   __riscv_vfmul(component<3>(q), inverse_norm, vl));
}

void lerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
                 const int32_t* index, int32_t num_joints) {
  if (!has_to_blend(joints, blend_joints, lerp, index, num_joints)) return;
  const size_t count = static_cast<size_t>(num_joints);
  for (size_t i = 0, vl; i < count; i += vl) {
    vl = __riscv_vsetvl_e32m1(count - i);
    const vuint64m2_t offsets = offsets_of(index + i, vl);
    const vfloat32m1x4_t from = load(joints->q, offsets, vl);
    const vfloat32m1x4_t to = load(blend_joints->q, offsets, vl);
    const vfloat32m1_t scale_to =
        with_sign_of(dot(from, to, vl), __riscv_vfmv_v_f_f32m1(lerp, vl), vl);
    const vfloat32m1x4_t sum = combine(from, 1.0f - lerp, to, scale_to, vl);
    store(joints->q, offsets, normalised(sum, vl), vl);
    blend_translations(joints, blend_joints, offsets, lerp, vl);
  }
}
