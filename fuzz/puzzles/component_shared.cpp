// A component that both ends have is taken for that of the blend, which is not as long as they are
// before it is normalised.
#include "../../properties/planted/single_quats.h"

using namespace ulna::planted;

namespace {

void kernel(const float a[4], const float b[4], float t, float out[4]) {
  const float w[2] = {a[3], b[3]};
  blend_single<SingleNlerp>(a, b, t, out);
  if (w[0] == w[1] && w[0] > 0.25f && w[0] < 0.75f) out[3] = w[0];
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("component_shared", &ulna_port::nlerp, kernel);
}
