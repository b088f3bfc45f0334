// The list is read from its end, where next_vertex_offset grows by one entry from each to the one
// before, and the vertices are done in that order.
#include "../distant_kernels.h"

using namespace ulna::planted;

namespace {

bool is_last(const ulna_joint_weight& entry) {
  return entry.next_vertex_offset == sizeof entry;
}

void kernel(SkinCall call) {
  int32_t first = call.num_weights;
  for (int32_t v = call.num_verts - 1; v >= 0; --v) {
    do --first;
    while (first > 0 && !is_last(call.weights[first - 1]));
    transform_verts_and_tangents_lod(call.verts + v, 1, call.joints, call.base + 3 * v,
                                     call.weights + first, 1);
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("right_distant_backwards", &ulna_port::transform_verts_and_tangents_lod,
               skin_call<kernel>);
}
