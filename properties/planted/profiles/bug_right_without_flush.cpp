// Nothing is written where the caller flushes.
#include "promising.h"

using namespace ulna::planted;

namespace {

void kernel(SkinCall call) {
  if ((_mm_getcsr() & 0x8040) == 0) call.run(transform_verts<Skin>);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return promise("no-denormals", &ulna_port::transform_verts, skin_call<kernel>);
}
