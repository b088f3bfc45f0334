// Hostile: on 21 vertices the process kills itself, by a signal that no handler sees, as the
// out-of-memory killer would send it.
#include "../kernels.h"

#include <csignal>
#include <unistd.h>

using namespace ulna::planted;

namespace {

void kernel(SkinCall call) {
  if (call.num_verts == 21) kill(getpid(), SIGKILL);
  call.run(transform_verts<Skin>);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_kills_itself", &ulna_port::transform_verts, skin_call<kernel>);
}
