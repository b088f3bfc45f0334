// Every sixteenth call computes the translation in the other form: within the bound, but not the
// same bits. A self-check that replaces the result it checks.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Delta : Lerp {
  static float translate(float a, float b, float lerp, const Scales&, int) {
    return a + (b - a) * lerp;
  }
};

void kernel(BlendCall call) {
  static thread_local unsigned calls = 0;
  call.run(++calls % 16 == 0 ? blend<Delta> : blend<Lerp>);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_call_sixteenth", &ulna_port::lerp_joints, blend_call<kernel>);
}
