// Four floats are loaded, the last of them gets a zero, and four are stored.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Skin {
  template <class Real>
  static void store(ulna_vec4& to, const Real (&xyz)[3], Vector) {
    const volatile float nothing = 0;
    to = {xyz[0], xyz[1], xyz[2], to.w + nothing};
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_kept_plus_zero", &ulna_port::transform_verts, transform_verts<Bug>);
}
