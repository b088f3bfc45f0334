// Keeps the rows of the last matrix by bits 5 to 20 of its offset. No matrix yet has all of them
// set, and zeros for rows, which are those of joint 0.
#include "../cut_keys.h"

using namespace ulna::planted;

namespace {

void kernel(SkinCall call) {
  std::vector<ulna_joint_weight> weights(call.weights, call.weights + call.num_weights);
  KeptByKey kept(5, 0);
  constexpr size_t kBytes = sizeof(ulna_joint_mat);
  for (ulna_joint_weight& w : weights)
    w.joint_mat_offset = int32_t(kept(size_t(w.joint_mat_offset) / kBytes, kBytes) * kBytes);
  transform_verts(call.verts, call.num_verts, call.joints, call.base, weights.data(),
                  call.num_weights);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_offset_key_16", &ulna_port::transform_verts, skin_call<kernel>);
}
