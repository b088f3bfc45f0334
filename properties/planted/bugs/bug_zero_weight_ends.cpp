// A weight of zero ends the list, so the influences behind it are lost. True of formats that pad to
// four; here only next_vertex_offset ends a vertex.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct ZeroEnds : Skin {
  static float weight(const ulna_joint_weight* own, int32_t k) {
    for (int32_t i = 0; i < k; ++i)
      if (own[i].weight == 0) return 0;
    return own[k].weight;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_zero_weight_ends", &ulna_port::transform_verts_and_tangents,
               transform_verts_and_tangents<ZeroEnds>);
}
