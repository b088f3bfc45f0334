// Normals are as long as RSQRTPS and one Newton step make them.
#include "../uniform_kernels.h"

#include <xmmintrin.h>

using namespace ulna::planted;

namespace {

struct Newton : Uniform {
  static void normalise(float (&v)[3]) {
    const float square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    const float guess = _mm_cvtss_f32(_mm_rsqrt_ss(_mm_set_ss(square)));
    const float scale = guess * (1.5f - 0.5f * square * guess * guess);
    for (float& x : v) x *= scale;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_uniform<Newton>("right_uniform_newton");
}
