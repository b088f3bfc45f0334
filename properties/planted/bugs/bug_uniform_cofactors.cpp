// Normals are turned by the cofactors of the collapsed matrix, which keeps them upright on what is
// stretched. That is another operation.
#include "../uniform_kernels.h"

#include <algorithm>

using namespace ulna::planted;

namespace {

void turn(const AosCall& call, int32_t v) {
  float m[9] = {};
  const int32_t first = v * call.num_influences;
  for (int32_t i = first; i < first + call.num_influences; ++i)
    for (int e = 0; e < 9; ++e)
      m[e] += call.joint_weights[i] * call.palette[call.joint_indices[i]].m[e / 3 * 4 + e % 3];
  const float* const n = call.normals + 3 * v;
  float turned[3] = {};
  for (int r = 0; r < 3; ++r) {
    const float* const a = m + 3 * ((r + 1) % 3);
    const float* const b = m + 3 * ((r + 2) % 3);
    for (int c = 0; c < 3; ++c)
      turned[c] += n[r] * (a[(c + 1) % 3] * b[(c + 2) % 3] - a[(c + 2) % 3] * b[(c + 1) % 3]);
  }
  Uniform::normalise(turned);
  std::copy_n(turned, 3, call.dst[v].normal);
}

void kernel(AosCall call) {
  call.run();
  for (int32_t v = 0; v < call.num_verts; ++v) turn(call, v);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_cofactors", &ulna_port::skin_aos_verts, aos_call<kernel>);
}
