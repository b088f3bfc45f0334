// The length of the lerp by rsqrtps and two Newton steps in float: right on whatever is allowed.
#include "../planted/kernels.h"

using namespace ulna::planted;

namespace {

struct TwoSteps : LerpWith<TwoSteps> {
  static double inverse_root(double norm2) {
    const auto x = static_cast<float>(norm2);
    float r = _mm_cvtss_f32(_mm_rsqrt_ss(_mm_set_ss(x)));
    for (int i = 0; i < 2; ++i) r *= 1.5f - 0.5f * x * r * r;
    return r;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_all<Skin, Slerp, TwoSteps>("two_steps");
}
