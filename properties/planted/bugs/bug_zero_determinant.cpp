// A matrix is taken for singular only where the rounded determinant is zero: two equal rows of
// awkward numbers pass.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct NotZero : Bones {
  template <class R>
  static bool is_singular(R det, R) {
    return det == 0;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_zero_determinant", &ulna_port::bone_offset_matrices,
               bone_offset_matrices<NotZero>);
}
