// Loads four floats of a position, replaces three of them and stores all: the fourth, which is not
// its own, as it was when it was loaded.
#include "../around.h"
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct FourWide : Skin {
  template <class Real>
  static void store(ulna_vec4& to, const Real (&xyz)[3], Vector) {
    store_with_fourth(to, xyz);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_rewrites_position_w", &ulna_port::transform_verts, transform_verts<FourWide>);
}
