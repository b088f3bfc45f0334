// The number of a vertex's first entry has 16 bits.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(Split call) {
  for (int32_t v = 0; v < call.num_verts; ++v) {
    const auto entry = static_cast<uint16_t>(4 * v);
    Split one = call.part(v, 1);
    one.joint_indices = call.joint_indices + entry;
    one.joint_weights = call.joint_weights + entry;
    skin(one);
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_split<kernel>("bug_four_entry_16");
}
