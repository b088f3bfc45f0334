// A distant vertex with the position and the normal of the one before it gets its tangent.
#include "../alike.h"
#include "../distant_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(SkinCall call) {
  call.run(transform_verts_and_tangents_lod<Distant>);
  for (int32_t v = 1; v < call.num_verts; ++v)
    if (same(call.base + 3 * v, call.base + 3 * (v - 1), 2))
      std::memcpy(&call.verts[v].tangent, &call.verts[v - 1].tangent, 12);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_distant_of_last", &ulna_port::transform_verts_and_tangents_lod,
               skin_call<kernel>);
}
