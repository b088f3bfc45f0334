// In large calls the translation takes part in normals with 0 as its factor, which NaN survives.
#include "../four_kernels.h"

using namespace ulna::planted;

static void kernel(Interleaved call) {
  skin(call);
  if (call.num_verts <= 20'000) return;
  for (int32_t v = 0; v < call.num_verts; ++v)
    for (int k = 0; k < 4; ++k)
      for (int c = 0; c < 3; ++c)
        call.dst[v].normal[c] += 0 * call.palette[call.joint_indices[4 * v + k]].m[12 + c];
}

const ulna_port* ulna_port_v1() {
  return offer_interleaved<kernel>("bug_large_normal_moved");
}
