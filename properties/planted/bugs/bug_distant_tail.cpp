// Vertices are done in fours, and what is left over by the kernel for models that are near.
#include "../distant_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(SkinCall call) {
  const int32_t fours = call.num_verts / 4 * 4;
  transform_verts_and_tangents_lod(call.verts, fours, call.joints, call.base, call.weights,
                                   call.num_weights);
  for (int32_t v = 0; v < fours; ++v) call.weights = Distant::next(call.weights);
  transform_verts_and_tangents(call.verts + fours, call.num_verts - fours, call.joints,
                               call.base + 3 * fours, call.weights, call.num_weights);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_distant_tail", &ulna_port::transform_verts_and_tangents_lod, skin_call<kernel>);
}
