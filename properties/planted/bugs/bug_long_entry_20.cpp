// Entries of the palette's indices have numbers of 20 bits.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(Split call) {
  for (int32_t v = 0; v < call.num_verts; ++v) {
    Split one = call.part(v, 1);
    one.joint_indices = call.joint_indices + (4 * v & 0xfffff);
    skin(one);
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_split<kernel>("bug_long_entry_20");
}
