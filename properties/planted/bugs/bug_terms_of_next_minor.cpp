// The elements of the first row meet the minors of their neighbours in what the determinant is
// compared with: a shuffle is forgotten.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct Shuffled : Bones {
  template <class R>
  static R terms(const Affine<R>& m) {
    R sum = 0;
    for (int c = 0; c < 3; ++c) {
      const Minor<R> minor = minor_of(m, 0, (c + 1) % 3);
      sum += std::fabs(m.m[c]) * (std::fabs(minor.a * minor.d) + std::fabs(minor.b * minor.c));
    }
    return sum;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_terms_of_next_minor", &ulna_port::bone_offset_matrices,
               bone_offset_matrices<Shuffled>);
}
