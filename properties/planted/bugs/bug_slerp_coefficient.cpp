// The polynomials of our own slerp with one coefficient off by 2^-12: a component comes out beyond
// the bound, by a twentieth, where t is near 0.77, the cosine near 0, and all roundings go the same
// way.
#include "../kernels.h"

#include "../../../optimized/common/slerp_table.c"

using namespace ulna::planted;

namespace {

struct Polynomials {
  explicit Polynomials(float lerp) {
    const double ends[] = {1 - double{lerp}, double{lerp}};
    for (int end = 0; end < 2; ++end) {
      const double t = ends[end], t2 = t * t;
      of_power[end][0] = static_cast<float>(t);
      for (int k = 0; k < slerp_x_terms; ++k) {
        double sum = 0;
        for (int m = slerp_t_terms - 1; m >= 0; --m)
          sum = sum * t2 + slerp_table[k][m] * (k == 3 && m == 1 ? 1 + 0x1p-12 : 1);
        of_power[end][k + 1] = static_cast<float>(sum * (t * (1 - t2)));
      }
    }
  }

  float at(int end, float x) const {
    float sum = of_power[end][slerp_x_terms];
    for (int k = slerp_x_terms; k-- > 0;) sum = sum * x + of_power[end][k];
    return sum;
  }

  float of_power[2][slerp_x_terms + 1];
};

} // namespace

static void kernel(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
                   const int32_t* index, int32_t num_joints) {
  if (!(lerp > 0 && lerp < 1)) return blend<Slerp>(joints, blend_joints, lerp, index, num_joints);
  const Polynomials scales(lerp);
  for (int32_t i = 0; i < num_joints; ++i) {
    ulna_vec4& a = joints[index[i]].q;
    const ulna_vec4 b = blend_joints[index[i]].q;
    ulna_vec4& from = joints[index[i]].t;
    const ulna_vec4& to = blend_joints[index[i]].t;
    const float cosine = (a.x * b.x + a.z * b.z) + (a.y * b.y + a.w * b.w);
    const float x = 1 - std::fabs(cosine);
    const float s0 = scales.at(0, x), s1 = std::copysign(scales.at(1, x), cosine);
    a = {a.x * s0 + b.x * s1, a.y * s0 + b.y * s1, a.z * s0 + b.z * s1, a.w * s0 + b.w * s1};
    from = {from.x * (1 - lerp) + to.x * lerp, from.y * (1 - lerp) + to.y * lerp,
            from.z * (1 - lerp) + to.z * lerp, from.w * (1 - lerp) + to.w * lerp};
  }
}

const ulna_port* ulna_port_v1() {
  return offer("bug_slerp_coefficient", &ulna_port::slerp_joints, kernel);
}
