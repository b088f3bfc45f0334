// Vertices side by side often have the same influences, so the matrix of the last vertex is kept.
// But only as many influences are compared as that vertex had: one with more of them passes too.
// A list that is one joint by a weight of one, or that has weights of zero, is not kept.
#include "../../properties/planted/kernels.h"

using namespace ulna::planted;

namespace {

bool begins_with(const ulna_joint_weight* list, int32_t count, const ulna_joint_weight* prefix,
                 int32_t length) {
  if (count < length || (length == 1 && prefix->weight == 1)) return false;
  for (int32_t k = 0; k < length; ++k)
    if (list[k].weight == 0 || list[k].weight != prefix[k].weight ||
        list[k].joint_mat_offset != prefix[k].joint_mat_offset)
      return false;
  return true;
}

void kernel(SkinCall call) {
  const ulna_joint_weight* last = nullptr;
  int32_t last_count = 0;
  for (int32_t v = 0; v < call.num_verts; ++v) {
    const int32_t count = influences_of(call.weights);
    if (!last || !begins_with(call.weights, count, last, last_count)) {
      last = call.weights;
      last_count = count;
    }
    transform_verts_and_tangents(call.verts + v, 1, call.joints, call.base + 3 * v, last,
                                 last_count);
    call.weights += count;
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("list_prefix", &ulna_port::transform_verts_and_tangents, skin_call<kernel>);
}
