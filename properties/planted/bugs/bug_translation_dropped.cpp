// The translation is dropped. A kernel for normals used for positions.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct NoTranslation : Skin {
  static float component(const ulna_vec4& base, int c, Vector) { return c == 3 ? 0 : (&base.x)[c]; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_translation_dropped", &ulna_port::transform_verts,
               transform_verts<NoTranslation>);
}
