// At lerp <= 0 the joints are written all the same: the lerp is clamped, and the quaternions are
// normalised once more. Nothing is owed there, not even an improvement.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Clamped : Lerp {
  static bool nothing(float) { return false; }
};

void kernel(BlendCall call) {
  if (call.lerp < 0) call.lerp = 0;
  call.run(blend<Clamped>);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_zero_renormalises", &ulna_port::lerp_joints, blend_call<kernel>);
}
