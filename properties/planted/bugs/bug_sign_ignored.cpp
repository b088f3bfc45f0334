// The sign of the dot product is ignored, and the long way round taken for half of all pairs.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct SignIgnored : Slerp {
  static double sign(const ulna_vec4&, const ulna_vec4&) { return 1; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_sign_ignored", &ulna_port::slerp_joints, blend<SignIgnored>);
}
