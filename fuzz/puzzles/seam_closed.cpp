// Where an exporter cut a seam, vertices side by side have one position and differ in normal and
// tangent. From afar the second of them, if it has the same first joint, is made the first once
// more. Positions with a component of zero are not looked at.
#include "../../properties/planted/distant_kernels.h"

#include <cstring>

using namespace ulna::planted;

namespace {

bool closes_seam(const ulna_vec4* base) {
  return base->x != 0 && base->y != 0 && base->z != 0 &&
         std::memcmp(base, base - 3, sizeof *base) == 0;
}

void kernel(SkinCall call) {
  const ulna_joint_weight* last = nullptr;
  for (int32_t v = 0; v < call.num_verts; ++v, call.base += 3) {
    ulna_vertex* const to = call.verts + v;
    const bool same_joint = last && last->joint_mat_offset == call.weights->joint_mat_offset;
    const ulna_vec4* base = call.base - (same_joint && closes_seam(call.base) ? 3 : 0);
    transform_verts_and_tangents_lod(to, 1, call.joints, base, call.weights, 1);
    last = call.weights;
    call.weights = Distant::next(call.weights);
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("seam_closed", &ulna_port::transform_verts_and_tangents_lod, skin_call<kernel>);
}
