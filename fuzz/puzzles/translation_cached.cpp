// Two joints side by side in the list that start from one translation are taken to end at one too.
#include "../../properties/planted/kernels.h"

#include <cstring>

using namespace ulna::planted;

namespace {

void kernel(BlendCall call) {
  ulna_vec4 from{}, to{};
  for (int32_t i = 0; i < call.num_joints; ++i) {
    ulna_joint_quat& joint = call.joints[call.index[i]];
    const ulna_vec4 start = joint.t;
    blend<Lerp>(call.joints, call.blend_joints, call.lerp, call.index + i, 1);
    if (!(call.lerp > 0 && call.lerp < 1)) continue;
    if (i > 0 && std::memcmp(&start, &from, sizeof start) == 0) joint.t = to;
    from = start;
    to = joint.t;
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("translation_cached", &ulna_port::lerp_joints, blend_call<kernel>);
}
