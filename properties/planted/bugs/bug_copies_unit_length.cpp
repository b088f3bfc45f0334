// From a lerp of 1 on, quaternions that have drifted far are brought back to unit length.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Renormalises : Lerp {
  static void copy(ulna_joint_quat& to, const ulna_joint_quat& from) {
    to = from;
    const double norm2 = dot(from.q, from.q);
    if (!(norm2 > 1 + 4e-4 && norm2 < 1.001)) return;
    for (float* v : {&to.q.x, &to.q.y, &to.q.z, &to.q.w})
      *v = static_cast<float>(*v / std::sqrt(norm2));
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_copies_unit_length", &ulna_port::lerp_joints, blend<Renormalises>);
}
