// At t = 1 nothing is written.
#include "promising.h"

using namespace ulna::planted;

namespace {

struct Left : Slerp {
  static bool nothing(float lerp) { return lerp <= 0 || lerp >= 1; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return promise("t-in-0-1", &ulna_port::slerp_joints, blend<Left>);
}
