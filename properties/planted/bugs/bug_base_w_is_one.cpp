// The translation is added as it stands, as if base.w were 1. It is the weight of the influence
// here, and 1 only in a mesh that is not skinned.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct WIsOne : Skin {
  static float component(const ulna_vec4& base, int c, Vector) { return c == 3 ? 1 : (&base.x)[c]; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_base_w_is_one", &ulna_port::transform_verts, transform_verts<WIsOne>);
}
