// Each of two threads gets half of the vertices, and nobody the odd one.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(SoaCall call) {
  const int32_t half = call.num_verts / 2;
  call.part(0, half).run();
  call.part(half, half).run();
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_halves", &ulna_port::skin_soa_verts, soa_call<kernel>);
}
