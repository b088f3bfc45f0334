// Loads four floats of a position, replaces three of them and stores all: the fourth, which is not
// its own, as it was when it was loaded.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct FourWide : Skin {
  template <class Real>
  static void store(ulna_vec4& to, const Real (&xyz)[3], Vector) {
    float all[4];
    _mm_storeu_ps(all, load16(&to));
    for (int i = 0; i < 3; ++i) all[i] = static_cast<float>(xyz[i]);
    _mm_storeu_ps(&to.x, load16(all));
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_rewrites_position_w", &ulna_port::transform_verts, transform_verts<FourWide>);
}
