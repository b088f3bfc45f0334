// The copy at lerp >= 1 passes through an addition of zero, which turns -0 into 0 and a signalling
// NaN into a quiet one. "x + 0 is x", says the code.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct CopyAddsZero : Lerp {
  static void copy(ulna_joint_quat& to, const ulna_joint_quat& from) {
    for (int c = 0; c < 4; ++c) {
      (&to.q.x)[c] = (&from.q.x)[c] + 0.0f;
      (&to.t.x)[c] = (&from.t.x)[c] + 0.0f;
    }
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_copy_adds_zero", &ulna_port::lerp_joints, blend<CopyAddsZero>);
}
