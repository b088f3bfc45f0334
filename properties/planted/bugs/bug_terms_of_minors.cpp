// The determinant is compared with its minors instead of their terms: where a minor cancels,
// rounding counts as a determinant.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct Minors : Bones {
  template <class R>
  static R terms(const Affine<R>& m) {
    R sum = 0;
    for (int c = 0; c < 3; ++c) sum += std::fabs(m.m[c] * cofactor<Bones>(m, 0, c));
    return sum;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_terms_of_minors", &ulna_port::bone_offset_matrices,
               bone_offset_matrices<Minors>);
}
