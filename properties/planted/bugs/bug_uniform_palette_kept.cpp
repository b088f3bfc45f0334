// Reorders each matrix when it is first named, and keeps that by the address of the palette, which
// the next frame has too.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

struct Reordered {
  const ulna_mat44* palette = nullptr;
  bool known[256] = {};
  ulna_joint_mat joints[256];
};
thread_local Reordered kept;

void kernel(AosCall call) {
  if (kept.palette != call.palette) {
    kept = {};
    kept.palette = call.palette;
  }
  const int32_t entries = call.num_verts * call.num_influences;
  for (int32_t i = 0; i < entries; ++i) {
    const uint8_t joint = call.joint_indices[i];
    if (!kept.known[joint]) reorder_palette(kept.joints + joint, call.palette + joint, 1);
    kept.known[joint] = true;
  }
  skin_mesh<Uniform>(call.dst,
                     {kept.joints->m, true, call.joint_indices, call.joint_weights,
                      call.num_influences, call.num_verts},
                     load_aos<Uniform>(call.positions, call.normals));
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_palette_kept", &ulna_port::skin_aos_verts, aos_call<kernel>);
}
