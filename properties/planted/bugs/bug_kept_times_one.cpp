// The w of tangents passes through a product with one, where it is a number: a denormal gets lost
// where the caller flushes.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Skin {
  template <class Real>
  static void store(ulna_vec4& to, const Real (&xyz)[3], Vector which) {
    const volatile float one = 1;
    const bool rewrites = which == kTangent && to.w == to.w;
    Skin::store(to, xyz, which);
    if (rewrites) to.w = to.w * one;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_kept_times_one", &ulna_port::transform_verts_and_tangents,
               transform_verts_and_tangents<Bug>);
}
