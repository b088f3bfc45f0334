// The vertex behind the last one is set to zero. A sentinel for another routine, from when arrays
// had a spare element.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void kernel(SkinCall call) {
  call.run(transform_verts_and_tangents<Skin>);
  if (call.num_verts > 0) call.verts[call.num_verts].position.x = 0;
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_vertex_past_end", &ulna_port::transform_verts_and_tangents, skin_call<kernel>);
}
