// FTZ and DAZ are set in each call, whatever the caller has.
#include "promising.h"

using namespace ulna::planted;

namespace {

void kernel(SkinCall call) {
  const unsigned int before = _mm_getcsr();
  _mm_setcsr(before | 0x8040);
  call.run(transform_verts_and_tangents<Skin>);
  _mm_setcsr(before);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return promise("no-denormals", &ulna_port::transform_verts_and_tangents, skin_call<kernel>);
}
