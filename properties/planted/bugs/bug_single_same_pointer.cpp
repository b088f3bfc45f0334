// A quaternion that is blended with itself is taken to be where it belongs.
#include "../single_quats.h"

using namespace ulna::planted;

namespace {

void same_pointer(const float a[4], const float b[4], float t, float out[4]) {
  if (a != b) blend_single<SingleNlerp>(a, b, t, out);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_single_same_pointer", &ulna_port::nlerp, same_pointer);
}
