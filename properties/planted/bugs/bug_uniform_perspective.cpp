// Positions are divided by what column 3 makes of them, as if by a projection.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

// By the column 3 of the vertex's collapsed matrix.
float w_of(const AosCall& call, int32_t v) {
  const int32_t first = v * call.num_influences;
  float w = 0;
  for (int32_t i = first; i < first + call.num_influences; ++i) {
    const float* const m = call.palette[call.joint_indices[i]].m;
    float sum = m[15];
    for (int r = 0; r < 3; ++r) sum += call.positions[3 * v + r] * m[4 * r + 3];
    w += call.joint_weights[i] * sum;
  }
  return w;
}

void kernel(AosCall call) {
  call.run();
  for (int32_t v = 0; v < call.num_verts; ++v) {
    const float w = w_of(call, v);
    if (w == 0) continue;
    for (float& x : call.dst[v].position) x /= w;
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_perspective", &ulna_port::skin_aos_verts, aos_call<kernel>);
}
