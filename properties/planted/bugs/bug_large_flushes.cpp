// Flushes denormals in calls of more than 20,000 vertices, whatever the caller does.
#include "../kernels.h"
#include "../large_calls.h"

using namespace ulna::planted;

static void kernel(SkinCall call) {
  const Flushing flushing(call.num_verts > 20'000);
  call.run(transform_verts<Skin>);
}

const ulna_port* ulna_port_v1() {
  return offer("bug_large_flushes", &ulna_port::transform_verts, skin_call<kernel>);
}
