// The transpose serves as inverse, which is right for bones that are turned and moved only.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct Rigid : Bones {
  template <class Port, class R>
  static Affine<R> inverse(const Affine<R>& a, R) {
    Affine<R> x;
    for (int i = 0; i < 9; ++i) x.m[i] = a.m[i % 3 * 3 + i / 3];
    for (int c = 0; c < 3; ++c)
      x.m[9 + c] = -Port::sum(a.m[9], x.m[c], a.m[10], x.m[3 + c], a.m[11], x.m[6 + c]);
    return x;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_rigid_inverse", &ulna_port::bone_offset_matrices, bone_offset_matrices<Rigid>);
}
