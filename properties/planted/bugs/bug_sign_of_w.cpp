// The sides are compared by w alone. It agrees with the dot product while rotations are small.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct SignOfW : Lerp {
  static double sign(const ulna_vec4& a, const ulna_vec4& b) { return a.w * b.w < 0 ? -1 : 1; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_sign_of_w", &ulna_port::lerp_joints, blend<SignOfW>);
}
