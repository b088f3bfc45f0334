// The translation of the inverse is only negated, which is right for bones that are not turned.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct Negated : Bones {
  template <class Port, class R>
  static Affine<R> inverse(const Affine<R>& a, R det) {
    Affine<R> x = inverse_by_cofactors<Port>(a, det);
    for (int c = 0; c < 3; ++c) x.m[9 + c] = -a.m[9 + c];
    return x;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_offset_translation", &ulna_port::bone_offset_matrices,
               bone_offset_matrices<Negated>);
}
