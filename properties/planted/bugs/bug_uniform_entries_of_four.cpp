// The indices and weights of a vertex are four, whatever the number of influences: there are no
// gaps between them.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(AosCall call) {
  for (int32_t v = 0; v < call.num_verts; ++v) {
    AosCall one = call.part(v, 1);
    one.joint_indices = call.joint_indices + 4 * v;
    one.joint_weights = call.joint_weights + 4 * v;
    one.run();
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_entries_of_four", &ulna_port::skin_aos_verts, aos_call<kernel>);
}
