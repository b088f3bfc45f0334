// An offset matrix is taken for the identity where its diagonal is, it does not move, and the
// elements of each row come to one.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct Bug : Palette {
  static bool is_identity(const float* m) {
    if (m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1) return false;
    if (m[12] != 0 || m[13] != 0 || m[14] != 0) return false;
    for (int i = 0; i < 3; ++i)
      if (m[5 * i] != 1 || m[4 * i] + m[4 * i + 1] + m[4 * i + 2] != 1) return false;
    return true;
  }
  static ulna_mat44 multiply(const ulna_mat44& a, const ulna_mat44& b) {
    return is_identity(a.m) ? b : product_of<Palette>(a, b);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_identity_by_row_sums", &ulna_port::combine_bones, combine_bones<Bug>);
}
