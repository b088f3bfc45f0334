// Loads the whole block of four that the last vertex lies in, which faults nowhere, and takes the
// lanes behind it times zero: what lies there is not always finite.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(SoaCall call) {
  call.run();
  const int32_t behind = -call.num_verts & 3;
  const volatile float* const x = call.src.x + call.num_verts;
  for (int32_t i = 0; i < behind; ++i) call.dst[call.num_verts - 1].position[0] += 0 * x[i];
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_block_times_zero", &ulna_port::skin_soa_verts, soa_call<kernel>);
}
