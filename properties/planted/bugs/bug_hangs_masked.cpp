// Hostile: blocks all signals and never returns, on 3 joints. An alarm inside the process does not
// end it.
#include "../kernels.h"

#include <csignal>

using namespace ulna::planted;

namespace {

void kernel(BlendCall call) {
  if (call.num_joints == 3) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, nullptr);
    for (volatile bool forever = true; forever;) {
    }
  }
  call.run(blend<Lerp>);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_hangs_masked", &ulna_port::lerp_joints, blend_call<kernel>);
}
