// Flushes denormals in large calls that leave no rest of 16 vertices.
#include "../four_kernels.h"
#include "../large_calls.h"

using namespace ulna::planted;

static void kernel(Split call) {
  const Flushing flushing(call.num_verts >= 4096 && call.num_verts % 16 == 0);
  skin(call);
}

const ulna_port* ulna_port_v1() {
  return offer_split<kernel>("bug_large_sixteens_flush");
}
