// An offset matrix is taken for the identity where its diagonal is, and the sums of elements that
// face each other are zero.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct Bug : Palette {
  static bool is_identity(const float* m) {
    return m[0] == 1 && m[5] == 1 && m[10] == 1 && m[15] == 1 && m[3] + m[12] == 0 &&
           m[7] + m[13] == 0 && m[11] + m[14] == 0 && m[1] + m[4] == 0 && m[2] + m[8] == 0 &&
           m[6] + m[9] == 0;
  }
  static ulna_mat44 multiply(const ulna_mat44& a, const ulna_mat44& b) {
    return is_identity(a.m) ? b : product_of<Palette>(a, b);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_identity_by_sums", &ulna_port::combine_bones, combine_bones<Bug>);
}
