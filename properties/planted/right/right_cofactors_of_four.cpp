// The inverse by the cofactors of all four rows, the translation among them, times the reciprocal
// of the determinant.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct Cofactors : Bones {
  template <class Port, class R>
  static Affine<R> inverse(const Affine<R>& a, R det) {
    const R scale = 1 / det;
    Affine<R> x;
    for (int c = 0; c < 3; ++c) {
      R moved = 0;
      for (int row = 0; row < 3; ++row) {
        const R cofactor_of = cofactor<Port>(a, c, row);
        x.m[3 * row + c] = cofactor_of * scale;
      }
      for (int row = 0; row < 3; ++row) moved += a.m[9 + row] * cofactor<Port>(a, c, row);
      x.m[9 + c] = -moved * scale;
    }
    return x;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("right_cofactors_of_four", &ulna_port::bone_offset_matrices,
               bone_offset_matrices<Cofactors>);
}
