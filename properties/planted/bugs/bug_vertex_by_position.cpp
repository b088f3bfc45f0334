// A vertex where the one before it was, with the same first influence, goes where that one went,
// whatever the other influences are.
#include "../alike.h"
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void kernel(SkinCall call) {
  call.run(transform_verts_and_tangents<Skin>);
  const ulna_joint_weight* own = call.weights;
  for (int32_t v = 0; v + 1 < call.num_verts; ++v) {
    const ulna_joint_weight* const next = own + influences_of(own);
    const bool again = same(call.base + 3 * v, call.base + 3 * (v + 1)) &&
                       own->weight == next->weight &&
                       own->joint_mat_offset == next->joint_mat_offset;
    if (again) std::memcpy(&call.verts[v + 1].position, &call.verts[v].position, 12);
    own = next;
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_vertex_by_position", &ulna_port::transform_verts_and_tangents,
               skin_call<kernel>);
}
