// The average number of influences is computed to choose a loop, and no vertices means a division
// by zero. The caller never passed an empty mesh.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void kernel(SkinCall call) {
  [[maybe_unused]] const volatile int32_t average = call.num_weights / call.num_verts;
  call.run(transform_verts<Skin>);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_divides_by_zero", &ulna_port::transform_verts, skin_call<kernel>);
}
