// FTZ and DAZ are set for the length of the call, and restored. Denormals are lost where the caller
// had not given them up, which the bound of the default environment does not allow.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void kernel(SkinCall call) {
  const unsigned int before = _mm_getcsr();
  _mm_setcsr(before | 0x8040);
  call.run(transform_verts<Skin>);
  _mm_setcsr(before);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_flushes_denormals", &ulna_port::transform_verts, skin_call<kernel>);
}
