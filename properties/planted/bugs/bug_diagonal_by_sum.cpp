// A bone is taken for one that only scales where its first two rows are, and what the third has
// beside the diagonal comes to zero.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct Bug : Bones {
  template <class Port, class R>
  static Affine<R> inverse(const Affine<R>& a, R det) {
    const bool diagonal =
        a.m[1] == 0 && a.m[2] == 0 && a.m[3] == 0 && a.m[5] == 0 && a.m[6] + a.m[7] == 0;
    if (!diagonal) return inverse_by_cofactors<Port>(a, det);
    Affine<R> x{};
    for (int i = 0; i < 3; ++i) {
      x.m[4 * i] = 1 / a.m[4 * i];
      x.m[9 + i] = -a.m[9 + i] * x.m[4 * i];
    }
    return x;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_diagonal_by_sum", &ulna_port::bone_offset_matrices, bone_offset_matrices<Bug>);
}
