// Takes a bone for one without translation if it is not moved along x.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct Unmoved : Bones {
  template <class Port, class R>
  static Affine<R> inverse(const Affine<R>& a, R det) {
    Affine<R> x = inverse_by_cofactors<Port>(a, det);
    for (int c = 0; c < 3 && a.m[9] == 0; ++c) x.m[9 + c] = 0;
    return x;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_offset_x_zero", &ulna_port::bone_offset_matrices,
               bone_offset_matrices<Unmoved>);
}
