// A vertex whose weights are all zero means no end: the largest is doubled until it has the
// exponent of a half. Such vertices occur, for parts that are hidden.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void kernel(SkinCall call) {
  const ulna_joint_weight* own = call.weights;
  for (int32_t v = 0; v < call.num_verts; ++v) {
    volatile float largest = 0;
    const int32_t count = influences_of(own);
    for (int32_t k = 0; k < count; ++k) largest = std::fmax(largest, std::fabs(own[k].weight));
    while (largest < 0.5f) largest = 2 * largest;
    own += count;
  }
  call.run(transform_verts_and_tangents<Skin>);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_hangs_on_zero_weights", &ulna_port::transform_verts_and_tangents,
               skin_call<kernel>);
}
