// Of four vertices each is chosen by a multiplication with a mask of ones and zeros. A NaN, or an
// infinity, in one of them gets to all.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(SoaCall call) {
  call.run();
  for (int32_t v = 0; v + 4 <= call.num_verts; v += 4) {
    for (int c = 0; c < 3; ++c) {
      float masked = 0;
      for (int i = 0; i < 4; ++i) masked += 0 * call.dst[v + i].position[c];
      for (int i = 0; i < 4; ++i) call.dst[v + i].position[c] += masked;
    }
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_nan_of_four", &ulna_port::skin_soa_verts, soa_call<kernel>);
}
