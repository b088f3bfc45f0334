#include "../common/blend.h"
#include "../common/operations.h"
#include "../common/slerp_columns.h"
#include "joints.h"

namespace {

// The polynomials of slerp_table.h in x, one for each scale.
class Scales {
public:
  // 0 < lerp < 1
  explicit Scales(double lerp) {
    const double from = 1.0 - lerp, from_squared = from * from, to_squared = lerp * lerp;
    const double from_factor = from * (1.0 - from_squared), to_factor = lerp * (1.0 - to_squared);
    from_[0] = static_cast<float>(from);
    to_[0] = static_cast<float>(lerp);
    // Groups of eight registers would not all find room.
    for (size_t k = 0, vl; k < slerp_x_terms; k += vl) {
      vl = __riscv_vsetvl_e64m4(slerp_x_terms - k);
      const auto column = [&](int m) { return __riscv_vle64_v_f64m4(slerp_columns.of[m] + k, vl); };
      vfloat64m4_t of_from = column(slerp_t_terms - 1), of_to = of_from;
      for (int m = slerp_t_terms - 2; m >= 0; m--) {
        of_from = __riscv_vfmadd(of_from, from_squared, column(m), vl);
        of_to = __riscv_vfmadd(of_to, to_squared, column(m), vl);
      }
      round(from_ + k + 1, __riscv_vfmul(of_from, from_factor, vl), vl);
      round(to_ + k + 1, __riscv_vfmul(of_to, to_factor, vl), vl);
    }
  }

  // For cosines of 1 - x.
  void at(vfloat32m1_t x, vfloat32m1_t& from, vfloat32m1_t& to, size_t vl) const {
    const auto splat = [&](float v) { return __riscv_vfmv_v_f_f32m1(v, vl); };
    from = splat(from_[slerp_x_terms]);
    to = splat(to_[slerp_x_terms]);
    for (int k = slerp_x_terms - 1; k >= 0; k--) {
      from = __riscv_vfmadd(from, x, splat(from_[k]), vl);
      to = __riscv_vfmadd(to, x, splat(to_[k]), vl);
    }
  }

private:
  static void round(float* out, vfloat64m4_t sums, size_t vl) {
    __riscv_vse32(out, __riscv_vfncvt_f(sums, vl), vl);
  }

  float from_[slerp_x_terms + 1], to_[slerp_x_terms + 1]; // by powers of x
};

} // namespace

void slerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
                  const int32_t* index, int32_t num_joints) {
  if (!has_to_blend(joints, blend_joints, lerp, index, num_joints)) return;
  const Scales scales(static_cast<double>(lerp));
  const size_t count = static_cast<size_t>(num_joints);
  for (size_t i = 0, vl; i < count; i += vl) {
    vl = __riscv_vsetvl_e32m1(count - i);
    const vuint64m2_t offsets = offsets_of(index + i, vl);
    const vfloat32m1x4_t from = load(joints->q, offsets, vl);
    const vfloat32m1x4_t to = load(blend_joints->q, offsets, vl);
    const vfloat32m1_t cosine = dot(from, to, vl);
    const vfloat32m1_t x = __riscv_vfrsub(__riscv_vfabs(cosine, vl), 1.0f, vl);
    vfloat32m1_t scale_from, scale_to;
    scales.at(x, scale_from, scale_to, vl);
    scale_to = with_sign_of(cosine, scale_to, vl);
    store(joints->q, offsets, combine(from, scale_from, to, scale_to, vl), vl);
    blend_translations(joints, blend_joints, offsets, lerp, vl);
  }
}
