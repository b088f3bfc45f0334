// The translation takes 1 - lerp rounded to about the 11 bits of half precision, as a compressed
// track stores it.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct HalfLerp : Lerp {
  static float translate(float a, float b, float lerp, const Scales&, int) {
    const float rest = (1 - lerp) + 8192.0f - 8192.0f; // the spacing at 2^13 is 2^-10
    return a * rest + b * lerp;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_half_lerp", &ulna_port::lerp_joints, blend<HalfLerp>);
}
