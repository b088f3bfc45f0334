// Normals come out with a length of one. Blending makes them shorter, and here nothing is blended.
#include "../distant_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Distant {
  template <class Real>
  static void store(ulna_vec4& to, const Real (&xyz)[3], Vector which) {
    Real scale = 1;
    const Real length2 = xyz[0] * xyz[0] + xyz[1] * xyz[1] + xyz[2] * xyz[2];
    if (which == kNormal && length2 > 0) scale = 1 / std::sqrt(length2);
    Skin::store(to, {xyz[0] * scale, xyz[1] * scale, xyz[2] * scale}, which);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_distant<Bug>("bug_distant_unit_normals");
}
