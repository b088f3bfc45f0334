// The fourth component of a translation becomes 0.
#include "promising.h"

using namespace ulna::planted;

namespace {

struct Three : Slerp {
  static float translate(float a, float b, float lerp, const Scales&, int component) {
    return component < 3 ? a * (1 - lerp) + b * lerp : 0;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return promise("w-is-padding, t-in-0-1", &ulna_port::slerp_joints, blend<Three>);
}
