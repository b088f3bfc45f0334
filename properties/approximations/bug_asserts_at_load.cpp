// Checks its constant while it is loaded, and traps where that is worse than the processors here.
#include "../planted/kernels.h"

using namespace ulna::planted;

namespace {

__attribute__((constructor(101))) void check() {
  const float third = _mm_cvtss_f32(_mm_rcp_ps(_mm_set1_ps(3)));
  if (!(std::fabs(3.0 * third - 1) < 1.0 / 4096)) __builtin_trap();
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_all<Skin, Slerp, Lerp>("asserts_at_load");
}
