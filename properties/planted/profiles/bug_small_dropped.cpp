// Not only denormals are taken for 0, but all that is below 2^-100.
#include "promising.h"

using namespace ulna::planted;

namespace {

struct Dropped : Skin {
  static float component(const ulna_vec4& base, int c, Vector) {
    const float x = (&base.x)[c];
    return std::fabs(x) < 0x1p-100f ? 0 : x;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return promise("no-denormals", &ulna_port::transform_verts, transform_verts<Dropped>);
}
