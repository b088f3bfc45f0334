// Half of the six terms stand for all: where they are the small ones, rounding counts as a
// determinant.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct Positive : Bones {
  template <class R>
  static R terms(const Affine<R>& m) {
    R sum = 0;
    for (int c = 0; c < 3; ++c) {
      const Minor<R> minor = minor_of(m, 0, c);
      sum += std::fabs(m.m[c] * minor.a * minor.d);
    }
    return 2 * sum;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_positive_terms", &ulna_port::bone_offset_matrices,
               bone_offset_matrices<Positive>);
}
