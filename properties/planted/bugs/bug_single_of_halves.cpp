// Who turns to a rotation by 120 degrees, of which all components are as large, gets one that is
// too large.
#include "../single_quats.h"

using namespace ulna::planted;

namespace {

void of_halves(const float a[4], const float b[4], float t, float out[4]) {
  blend_single<SingleSlerp>(a, b, t, out);
  bool alike = true;
  for (int i = 1; i < 4; ++i) alike = alike && std::fabs(b[i]) == std::fabs(b[0]);
  if (alike) out[3] *= 1.01f;
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_single_of_halves", &ulna_port::slerp, of_halves);
}
