// The residue of rsqrtps is cut to what processors are known to have, 1.33 * 2^-11 at most; up to
// 1.5 * 2^-11 is allowed. No processor of ours shows it.
#include "../planted/kernels.h"

#include <algorithm>

using namespace ulna::planted;

namespace {

struct Clamped : LerpWith<Clamped> {
  static double inverse_root(double norm2) {
    const double r = _mm_cvtss_f32(_mm_rsqrt_ss(_mm_set_ss(static_cast<float>(norm2))));
    constexpr double kLargest = 1.42 / 2048;
    const double residue = std::clamp(1 - norm2 * r * r, -kLargest, kLargest);
    return r * (1 + residue * (0.5 + 0.375 * residue));
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_all<Skin, Slerp, Clamped>("clamped_residue");
}
