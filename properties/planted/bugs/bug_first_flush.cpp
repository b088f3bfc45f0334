// Whether denormals count is found out by the first call, and kept. Where that caller flushed, they
// are lost to all that do not.
#include "../kernels.h"

#include <cfloat>
#include <cmath>

using namespace ulna::planted;

namespace {

float smallest_that_counts() {
  volatile float normal = FLT_MIN, half = 0.5f;
  return normal * half > 0 ? 0 : FLT_MIN;
}

struct FirstFlush : Skin {
  template <class Real>
  static void store(ulna_vec4& to, const Real (&xyz)[3], Vector which) {
    static const float smallest = smallest_that_counts();
    Real kept[3];
    for (int c = 0; c < 3; ++c) kept[c] = std::fabs(xyz[c]) < smallest ? 0 : xyz[c];
    Skin::store(to, kept, which);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_first_flush", &ulna_port::transform_verts, transform_verts<FirstFlush>);
}
