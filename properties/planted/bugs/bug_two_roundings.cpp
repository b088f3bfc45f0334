// Two roundings are allowed for in a determinant, which has more.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct Two : Bones {
  template <class R>
  static bool is_singular(R det, R terms) {
    return !(std::fabs(det) > 0x1p-23f * terms);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_two_roundings", &ulna_port::bone_offset_matrices, bone_offset_matrices<Two>);
}
