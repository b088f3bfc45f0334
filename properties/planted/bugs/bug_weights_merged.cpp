// Weights of a joint that comes more than once are added up first, which may overflow.
#include "../uniform_kernels.h"

#include <vector>

using namespace ulna::planted;

static void kernel(SoaCall call) {
  const auto n = static_cast<size_t>(call.num_influences);
  for (int32_t v = 0; v < call.num_verts; ++v) {
    const SoaCall one = call.part(v, 1);
    std::vector<uint8_t> joints;
    std::vector<float> weights;
    for (size_t k = 0; k < n; ++k) {
      size_t at = 0;
      while (at < joints.size() && joints[at] != one.joint_indices[k]) ++at;
      if (at == joints.size()) {
        joints.push_back(one.joint_indices[k]);
        weights.push_back(one.joint_weights[k]);
      } else {
        weights[at] += one.joint_weights[k];
      }
    }
    skin_soa_verts(one.dst, &one.src, one.joints, joints.data(), weights.data(),
                   static_cast<int32_t>(joints.size()), 1);
  }
}

const ulna_port* ulna_port_v1() {
  return offer("bug_weights_merged", &ulna_port::skin_soa_verts, soa_call<kernel>);
}
