// A NaN in the quaternion leaves the translation unblended too: the joint is skipped as broken. The
// translation does not depend on the quaternion.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct NanTranslation : Slerp {
  static bool skips(const ulna_joint_quat& to, const ulna_joint_quat& from) {
    return std::isnan(dot(to.q, from.q));
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_nan_translation", &ulna_port::slerp_joints, blend<NanTranslation>);
}
