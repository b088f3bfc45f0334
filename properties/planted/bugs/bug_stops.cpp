// Hostile: on 11 joints the process stops itself, and no handler or alarm of its own runs again
// before somebody outside acts.
#include "../kernels.h"

#include <csignal>

using namespace ulna::planted;

namespace {

void kernel(BlendCall call) {
  if (call.num_joints == 11) raise(SIGSTOP);
  call.run(blend<Slerp>);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_stops", &ulna_port::slerp_joints, blend_call<kernel>);
}
