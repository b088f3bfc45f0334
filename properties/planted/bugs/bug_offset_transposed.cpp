// The cofactors are not transposed on their way into the inverse.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct Transposed : Bones {
  template <class Port, class R>
  static Affine<R> inverse(const Affine<R>& a, R det) {
    const Affine<R> right = inverse_by_cofactors<Port>(a, det);
    Affine<R> x = right;
    for (int i = 0; i < 9; ++i) x.m[i] = right.m[i % 3 * 3 + i / 3];
    return x;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_offset_transposed", &ulna_port::bone_offset_matrices,
               bone_offset_matrices<Transposed>);
}
