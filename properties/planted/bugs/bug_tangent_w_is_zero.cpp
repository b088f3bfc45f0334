// The tangent's w is taken to be 0, as it is in skinning data. But the arithmetic is defined for
// every value, and all four components take part.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct TangentW : Skin {
  static float component(const ulna_vec4& base, int c, Vector which) {
    return c == 3 && which == kTangent ? 0 : (&base.x)[c];
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_tangent_w_is_zero", &ulna_port::transform_verts_and_tangents,
               transform_verts_and_tangents<TangentW>);
}
