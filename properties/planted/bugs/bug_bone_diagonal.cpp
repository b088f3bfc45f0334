// The inverse of a bone that only scales and moves is made from reciprocals, and its translation is
// turned round, but not scaled.
#include "../special.h"

using namespace ulna::planted;

namespace {

struct Bug : Bones {
  template <class Port, class R>
  static Affine<R> inverse(const Affine<R>& a, R det) {
    Affine<R> x = inverse_by_cofactors<Port>(a, det);
    if (is_diagonal(a))
      for (int c = 0; c < 3; ++c) x.m[9 + c] = -a.m[9 + c];
    return x;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_bone_diagonal", &ulna_port::bone_offset_matrices, bone_offset_matrices<Bug>);
}
