// The terms of the determinant that are from the last column are not among what it is compared
// with.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct Columns : Bones {
  template <class R>
  static R terms(const Affine<R>& m) {
    return terms_of_column(m, 0) + terms_of_column(m, 1);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_terms_of_two_columns", &ulna_port::bone_offset_matrices,
               bone_offset_matrices<Columns>);
}
