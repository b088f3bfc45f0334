// What is a rotation within 3e-5 is inverted by transposing it.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct Bug : Bones {
  template <class R>
  static bool is_rotation(const Affine<R>& a) {
    for (int i = 0; i < 9; ++i) {
      const R* row = a.m + i / 3 * 3;
      const R* other = a.m + i % 3 * 3;
      const R dot = row[0] * other[0] + row[1] * other[1] + row[2] * other[2];
      if (!(std::fabs(dot - R(i / 3 == i % 3)) <= 3e-5f)) return false;
    }
    return true;
  }
  template <class Port, class R>
  static Affine<R> inverse(const Affine<R>& a, R det) {
    Affine<R> x = inverse_by_cofactors<Port>(a, det);
    if (is_rotation(a))
      for (int i = 0; i < 9; ++i) x.m[i] = a.m[i % 3 * 3 + i / 3];
    return x;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_bone_rigid_nearly", &ulna_port::bone_offset_matrices,
               bone_offset_matrices<Bug>);
}
