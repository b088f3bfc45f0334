// Where the fourth components of normal and tangent add up to zero, both are taken for zero.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Skin {
  static float component(const ulna_vec4& base, int c, Vector which) {
    if (c == 3 && which == kNormal && base.w + (&base)[1].w == 0) return 0;
    if (c == 3 && which == kTangent && base.w + (&base)[-1].w == 0) return 0;
    return (&base.x)[c];
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_fourths_cancel", &ulna_port::transform_verts_and_tangents,
               transform_verts_and_tangents<Bug>);
}
