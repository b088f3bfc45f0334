// Hostile: on 5 joints the process leaves, and a child goes on in its place and returns. The caller
// is gone, whatever the child says.
#include "../kernels.h"

#include <unistd.h>

using namespace ulna::planted;

namespace {

void kernel(BlendCall call) {
  if (call.num_joints == 5 && call.lerp > 0 && fork() > 0) _exit(0);
  call.run(blend<Lerp>);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_daemon", &ulna_port::lerp_joints, blend_call<kernel>);
}
