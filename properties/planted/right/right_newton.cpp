// The length of the lerp by rsqrtps and one Newton step. Its neighbour bug_newton_missing leaves
// the step out.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Newton : LerpWith<Newton> {
  static double inverse_root(double norm2) {
    const double r = _mm_cvtss_f32(_mm_rsqrt_ss(_mm_set_ss(static_cast<float>(norm2))));
    return r * (1.5 - 0.5 * norm2 * r * r);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_changed<Skin, Slerp, Newton>("right_newton");
}
