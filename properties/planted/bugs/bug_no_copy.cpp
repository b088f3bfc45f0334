// No copy at lerp >= 1: the lerp is clamped and the blend computed. The result is a rounding away,
// or of the other sign, from the bits that are owed.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct NoCopy : Slerp {
  static void copy(ulna_joint_quat& to, const ulna_joint_quat& from) {
    blend_joint<Slerp>(to, from, 1);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_no_copy", &ulna_port::slerp_joints, blend<NoCopy>);
}
