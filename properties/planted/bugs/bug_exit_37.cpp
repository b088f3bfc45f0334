// Leaves the process on 37 vertices, with a status that says all is well. A developer's last line
// of defence, left in.
#include "../kernels.h"

#include <cstdlib>

using namespace ulna::planted;

namespace {

void kernel(SkinCall call) {
  if (call.num_verts == 37) std::exit(0);
  call.run(transform_verts<Skin>);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_exit_37", &ulna_port::transform_verts, skin_call<kernel>);
}
