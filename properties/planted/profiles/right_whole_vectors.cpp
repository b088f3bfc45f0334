// Vectors are stored with their fourth component, and it is not read: 1 of a position, else 0.
#include "promising.h"

using namespace ulna::planted;

namespace {

struct Whole : Skin {
  static float component(const ulna_vec4& base, int c, Vector which) {
    return c < 3 ? (&base.x)[c] : which == kPosition ? 1.0f : 0.0f;
  }
  static void store(ulna_vec4& to, const float (&xyz)[3], Vector which) {
    to = {xyz[0], xyz[1], xyz[2], static_cast<float>(which) + 7};
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return promise("w-is-padding", &ulna_port::transform_verts_and_tangents,
                 transform_verts_and_tangents<Whole>);
}
