// Traps where the residue of rsqrtps is larger than processors are known to have; up to
// 1.5 * 2^-11 is allowed. An assertion that was left in, and holds on each of them.
#include "../planted/kernels.h"

using namespace ulna::planted;

namespace {

struct Asserts : LerpWith<Asserts> {
  static double inverse_root(double norm2) {
    const double r = _mm_cvtss_f32(_mm_rsqrt_ss(_mm_set_ss(static_cast<float>(norm2))));
    const double residue = 1 - norm2 * r * r;
    if (!(std::fabs(residue) < 1.42 / 2048)) __builtin_trap();
    return r * (1 + residue * (0.5 + 0.375 * residue));
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_all<Skin, Slerp, Asserts>("asserts_residue");
}
