// Vertices of one influence keep the last matrix by 16 bits of its number.
#include "../cut_keys.h"

using namespace ulna::planted;

namespace {

void kernel(SkinCall call) {
  std::vector<ulna_joint_weight> weights(call.weights, call.weights + call.num_weights);
  KeptByKey kept;
  constexpr int32_t kBytes = sizeof(ulna_joint_mat);
  for (size_t i = 0; i < weights.size(); ++i) {
    const bool first = i == 0 || weights[i - 1].next_vertex_offset == sizeof weights[i];
    if (!first || weights[i].next_vertex_offset != sizeof weights[i]) continue;
    int32_t& offset = weights[i].joint_mat_offset;
    offset = int32_t(kept(size_t(offset / kBytes), 1)) * kBytes;
  }
  transform_verts_and_tangents(call.verts, call.num_verts, call.joints, call.base, weights.data(),
                               call.num_weights);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_rigid_key_16", &ulna_port::transform_verts_and_tangents, skin_call<kernel>);
}
