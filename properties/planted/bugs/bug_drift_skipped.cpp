// A quaternion whose norm is off by more than a millionth is broken, they say, and left alone.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Skipped : Slerp {
  static bool skips(const ulna_joint_quat& to, const ulna_joint_quat& from) {
    return std::fabs(dot(to.q, to.q) - 1) > 2e-6 || std::fabs(dot(from.q, from.q) - 1) > 2e-6;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_drift_skipped", &ulna_port::slerp_joints, blend<Skipped>);
}
