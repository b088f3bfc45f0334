// The copy at lerp >= 1 takes the quaternion and leaves the translation as it was.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct CopyQuaternion : Slerp {
  static void copy(ulna_joint_quat& to, const ulna_joint_quat& from) { to.q = from.q; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_copy_without_translation", &ulna_port::slerp_joints, blend<CopyQuaternion>);
}
