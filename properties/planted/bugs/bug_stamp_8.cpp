// A joint is reordered when it is first named in a call, which eight bits count: what was stamped
// 256 calls before is taken for done.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

struct Reordered {
  uint8_t calls = 0;
  uint8_t stamp[256] = {};
  ulna_joint_mat joints[256];
};
thread_local Reordered kept;

void kernel(AosCall call) {
  ++kept.calls;
  const int32_t entries = call.num_verts * call.num_influences;
  for (int32_t i = 0; i < entries; ++i) {
    const uint8_t joint = call.joint_indices[i];
    if (kept.stamp[joint] == kept.calls) continue;
    kept.stamp[joint] = kept.calls;
    reorder_palette(kept.joints + joint, call.palette + joint, 1);
  }
  skin_mesh<Uniform>(call.dst,
                     {kept.joints->m, true, call.joint_indices, call.joint_weights,
                      call.num_influences, call.num_verts},
                     load_aos<Uniform>(call.positions, call.normals));
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_stamp_8", &ulna_port::skin_aos_verts, aos_call<kernel>);
}
