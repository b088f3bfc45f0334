// Aborts beyond 1,024 joints. A check on the size of a table that went long ago.
#include "../kernels.h"

#include <cstdlib>

using namespace ulna::planted;

namespace {

void kernel(BlendCall call) {
  if (call.num_joints > 1024) std::abort();
  call.run(blend<Slerp>);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_aborts", &ulna_port::slerp_joints, blend_call<kernel>);
}
