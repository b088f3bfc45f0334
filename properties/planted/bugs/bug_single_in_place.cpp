// The result is made in `out`, and normalised there by the dot product of what by then is no longer
// a, where out is a.
#include "../single_quats.h"

using namespace ulna::planted;

namespace {

void in_place(const float a[4], const float b[4], float t, float out[4]) {
  const float sign = SingleNlerp::cosine(a, b) < 0 ? -1.0f : 1.0f;
  for (int i = 0; i < 4; ++i) out[i] = (1 - t) * a[i] + sign * t * b[i];
  const double cosine = std::fabs(SingleNlerp::cosine(a, b));
  const double from = 1 - double(t);
  const double norm = std::sqrt(from * from + double(t) * t + 2 * from * t * cosine);
  for (int i = 0; i < 4; ++i) out[i] = float(out[i] / norm);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_single_in_place", &ulna_port::nlerp, in_place);
}
