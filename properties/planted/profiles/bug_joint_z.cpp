// Not only the fourth component of a translation is left out, but the third as well.
#include "promising.h"

using namespace ulna::planted;

namespace {

struct Two : Slerp {
  static float translate(float a, float b, float lerp, const Scales&, int component) {
    return component < 2 ? a * (1 - lerp) + b * lerp : a;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return promise("w-is-padding", &ulna_port::slerp_joints, blend<Two>);
}
