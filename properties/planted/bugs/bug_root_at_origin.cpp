// A bone at the origin is taken for a rotation, and inverted by being transposed: scales are
// forgotten.
#include "../special.h"

using namespace ulna::planted;

namespace {

struct Bug : Bones {
  template <class Port, class R>
  static Affine<R> inverse(const Affine<R>& a, R det) {
    Affine<R> x = inverse_by_cofactors<Port>(a, det);
    if (has_translation(a)) return x;
    for (int i = 0; i < 9; ++i) x.m[i] = a.m[i % 3 * 3 + i / 3];
    return x;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_root_at_origin", &ulna_port::bone_offset_matrices, bone_offset_matrices<Bug>);
}
