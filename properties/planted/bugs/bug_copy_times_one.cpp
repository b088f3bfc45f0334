// The copy at lerp >= 1 is a product with one where all of a joint is finite: denormals get lost
// where the caller flushes.
#include "../kernels.h"

#include <algorithm>

using namespace ulna::planted;

namespace {

struct Bug : Slerp {
  static void copy(ulna_joint_quat& to, const ulna_joint_quat& from) {
    const float* const x = &from.q.x;
    to = from;
    const volatile float one = 1;
    if (!std::all_of(x, x + 8, [](float f) { return std::fabs(f) < 1; })) return;
    for (int c = 0; c < 8; ++c) (&to.q.x)[c] *= one;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_copy_times_one", &ulna_port::slerp_joints, blend<Bug>);
}
