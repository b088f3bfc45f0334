// A NaN in one quaternion leaves its whole group of four unblended. One movemask for four lanes,
// and a branch where a select was needed.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void kernel(BlendCall call) {
  for (int32_t i = 0; i < call.num_joints; i += 4) {
    const int32_t count = call.num_joints - i < 4 ? call.num_joints - i : 4;
    bool nan = false;
    for (int32_t k = i; k < i + count; ++k) {
      const int32_t j = call.index[k];
      nan |= call.lerp < 1 && std::isnan(dot(call.joints[j].q, call.blend_joints[j].q));
    }
    if (!nan) blend<Lerp>(call.joints, call.blend_joints, call.lerp, call.index + i, count);
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_nan_group", &ulna_port::lerp_joints, blend_call<kernel>);
}
