// Every second call adds up in the other order: within the bound, but not the same bits. Two
// versions that take turns to be timed.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Reversed : Skin {
  template <class A, class B>
  static float sum(int32_t n, A a, B b) {
    return Skin::sum(
        n, [&](int32_t i) { return a(n - 1 - i); }, [&](int32_t i) { return b(n - 1 - i); });
  }
};

void kernel(SkinCall call) {
  static thread_local bool turn = false;
  turn = !turn;
  call.run(turn ? transform_verts<Skin> : transform_verts<Reversed>);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_call_parity", &ulna_port::transform_verts, skin_call<kernel>);
}
