// The determinant is taken for a volume: mirrored bones lose their sign.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct Unsigned : Bones {
  template <class R>
  static R divisor(R det) {
    return std::fabs(det);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_mirrored_bone", &ulna_port::bone_offset_matrices,
               bone_offset_matrices<Unsigned>);
}
