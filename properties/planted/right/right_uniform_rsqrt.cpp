// Normals are as long as RSQRTPS alone makes them, which is as far off as is allowed.
#include "../uniform_kernels.h"

#include <xmmintrin.h>

using namespace ulna::planted;

namespace {

struct Approximates : Uniform {
  static void normalise(float (&v)[3]) {
    const float square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    const float scale = _mm_cvtss_f32(_mm_rsqrt_ss(_mm_set_ss(square)));
    for (float& x : v) x *= scale;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_uniform<Approximates>("right_uniform_rsqrt");
}
