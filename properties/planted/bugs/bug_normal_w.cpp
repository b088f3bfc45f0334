// Normal.w is overwritten. The store of the position was corrected, the other was forgotten.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct FullNormal : Skin {
  template <class Real>
  static void store(ulna_vec4& to, const Real (&xyz)[3], Vector which) {
    Skin::store(to, xyz, which);
    if (which == kNormal) to.w = 0;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_normal_w", &ulna_port::transform_verts_and_tangents,
               transform_verts_and_tangents<FullNormal>);
}
