// A determinant below a millionth is taken for zero: bones in millimetres are reported.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct Small : Bones {
  template <class R>
  static bool is_singular(R det, R terms) {
    return std::fabs(det) < 1e-6f || Bones::is_singular(det, terms);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_small_determinant", &ulna_port::bone_offset_matrices,
               bone_offset_matrices<Small>);
}
