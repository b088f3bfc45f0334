// The number of a vertex's first entry has 16 bits.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(AosCall call) {
  for (int32_t v = 0; v < call.num_verts; ++v) {
    const auto entry = static_cast<uint16_t>(v * call.num_influences);
    AosCall one = call.part(v, 1);
    one.joint_indices = call.joint_indices + entry;
    one.joint_weights = call.joint_weights + entry;
    one.run();
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_entry_16", &ulna_port::skin_aos_verts, aos_call<kernel>);
}
