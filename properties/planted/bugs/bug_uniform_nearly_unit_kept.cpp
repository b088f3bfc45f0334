// A normal whose squared length is within a thousandth of one is left as it is.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Uniform {
  static void normalise(float (&v)[3]) {
    const float square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    if (!(std::fabs(square - 1) < 1e-3f)) Uniform::normalise(v);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_nearly_unit_kept", &ulna_port::skin_aos_verts, skin_aos_verts<Bug>);
}
