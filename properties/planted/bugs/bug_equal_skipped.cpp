// A joint whose two quaternions are equal is skipped, and its translation with it. A fast path for
// joints that do not turn, tried on a skeleton where those do not move either.
#include "../kernels.h"

#include <cstring>

using namespace ulna::planted;

namespace {

struct EqualSkipped : Slerp {
  static bool skips(const ulna_joint_quat& to, const ulna_joint_quat& from) {
    return std::memcmp(&to.q, &from.q, sizeof to.q) == 0;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_equal_skipped", &ulna_port::slerp_joints, blend<EqualSkipped>);
}
