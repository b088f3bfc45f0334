// The floats behind the last vertex pass through a maximum with the smallest float, which replaces
// NaNs and an infinity.
#include "../around.h"
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(Split call) {
  skin(call);
  if (call.num_verts > 0)
    rewrite_behind<float>(call.dst + call.num_verts,
                          [](float x) { return x > -__FLT_MAX__ ? x : -__FLT_MAX__; });
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_split<kernel>("bug_around_at_most");
}
