// The first base vector is changed and put back. Another thread that skins the same mesh may see
// it, and a mesh mapped read-only faults: a const array is not written at all.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void kernel(SkinCall call) {
  if (call.num_verts == 0) return;
  volatile float& w = const_cast<ulna_vec4*>(call.base)->w;
  const float before = w;
  w = 1;
  w = before;
  call.run(transform_verts_and_tangents<Skin>);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_base_restored", &ulna_port::transform_verts_and_tangents, skin_call<kernel>);
}
