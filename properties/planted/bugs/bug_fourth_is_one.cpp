// Matrices are taken to be affine: the fourth component of a position is 1.
#include "../sorted_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Sorted {
  template <class Real>
  static void store(ulna_vec4& to, const Real (&sum)[4], Vector which) {
    Sorted::store(to, sum, which);
    if (which == kPosition) to.w = 1;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_sorted<Bug>("bug_fourth_is_one");
}
