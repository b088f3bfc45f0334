// Normal and tangent change places. The other order is just as usual in vertex formats.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Swapped : Skin {
  static ulna_vec4& output(ulna_vertex& vertex, Vector which) {
    return Skin::output(vertex, which == kPosition ? kPosition
                                : which == kNormal ? kTangent
                                                   : kNormal);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_normal_tangent_swapped", &ulna_port::transform_verts_and_tangents,
               transform_verts_and_tangents<Swapped>);
}
