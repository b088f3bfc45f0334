// Normals are made unit before they are skinned, and not after: right for rigid vertices.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Uniform {
  static void load(const float* from, float (&v)[3], Vector which) {
    Uniform::load(from, v, which);
    if (which == kNormal) Uniform::normalise(v);
  }
  template <class Real>
  static void normalise(Real (&)[3]) {}
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_unit_before", &ulna_port::skin_aos_verts, skin_aos_verts<Bug>);
}
