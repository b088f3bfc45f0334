// Axes that are orthogonal and of one length, within 3e-5, are taken to be so.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct Bug : Bones {
  template <class R>
  static R dot(const Affine<R>& a, int row, int other) {
    const R* x = a.m + 3 * row;
    const R* y = a.m + 3 * other;
    return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
  }
  template <class R>
  static bool is_uniform(const Affine<R>& a) {
    const R length = dot(a, 0, 0);
    for (int row = 0; row < 3; ++row)
      for (int other = 0; other <= row; ++other)
        if (!(std::fabs(dot(a, row, other) - (row == other ? length : 0)) <= 3e-5f * length))
          return false;
    return true;
  }
  template <class Port, class R>
  static Affine<R> inverse(const Affine<R>& a, R det) {
    Affine<R> x = inverse_by_cofactors<Port>(a, det);
    if (is_uniform(a))
      for (int i = 0; i < 9; ++i) x.m[i] = a.m[i % 3 * 3 + i / 3] / dot(a, 0, 0);
    return x;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_bone_uniform_nearly", &ulna_port::bone_offset_matrices,
               bone_offset_matrices<Bug>);
}
