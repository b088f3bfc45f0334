// The last weight of each vertex is not read: it is what the others leave of 1.
#include "promising.h"

using namespace ulna::planted;

namespace {

struct Implied : Skin {
  static float weight(const ulna_joint_weight* own, int32_t k) {
    if (own[k].next_vertex_offset != sizeof(ulna_joint_weight)) return own[k].weight;
    return implied_weight(k, k + 1, [&](int32_t i) { return own[i].weight; });
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return promise("last-weight-implied", &ulna_port::transform_verts_and_tangents,
                 transform_verts_and_tangents<Implied>);
}
