// The fourth component is taken for 1 in normals and tangents, too.
#include "promising.h"

using namespace ulna::planted;

namespace {

struct AllOnes : Skin {
  static float component(const ulna_vec4& base, int c, Vector) { return c < 3 ? (&base.x)[c] : 1; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return promise("w-is-padding", &ulna_port::transform_verts_and_tangents,
                 transform_verts_and_tangents<AllOnes>);
}
