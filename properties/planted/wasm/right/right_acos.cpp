// An angle by acos and sines of the C library, in double.
#include "../stub.h"

#include <cmath>

using namespace ulna::planted;

namespace {

void in_double(const float a[4], const float b[4], float t, float out[4]) {
  double cosine = 0;
  for (int i = 0; i < 4; ++i) cosine += double{a[i]} * b[i];
  const double to = t, sign = cosine < 0 ? -1 : 1;
  const double magnitude = std::fabs(cosine);
  double scale_a = 1 - to, scale_b = to;
  if (magnitude < 1) { // rounding takes it to 1 and beyond
    const double angle = std::acos(magnitude), sine = std::sin(angle);
    scale_a = std::sin(scale_a * angle) / sine;
    scale_b = std::sin(scale_b * angle) / sine;
  }
  for (int i = 0; i < 4; ++i) out[i] = static_cast<float>(scale_a * a[i] + sign * scale_b * b[i]);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("", "right_acos", &ulna_port::slerp, in_double);
}
