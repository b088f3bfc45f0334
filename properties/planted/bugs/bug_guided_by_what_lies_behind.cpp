// Adds in another order where what it has loaded beyond the last x is not a number: the sums are
// right, and not the same.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

bool lies_a_nan_behind(const ulna_joint_weight* weights, int32_t num_weights) {
  // The last 16 bytes that are no more than a page's: they never fault.
  const auto end = reinterpret_cast<uintptr_t>(weights + num_weights);
  if (num_weights == 0 || end % 16 == 0) return false;
  const __m128 loaded = load16_aligned(reinterpret_cast<const void*>(end / 16 * 16));
  const int lanes = _mm_movemask_ps(_mm_cmpunord_ps(loaded, loaded));
  return (lanes >> (end % 16 / 4)) != 0;
}

struct Backwards : Skin {
  template <class A, class B>
  static float sum(int32_t n, A a, B b) {
    float s = a(n - 1) * b(n - 1);
    for (int32_t i = n - 1; i-- > 0;) s += a(i) * b(i);
    return s;
  }
};

void kernel(SkinCall call) {
  if (lies_a_nan_behind(call.weights, call.num_weights)) {
    call.run(transform_verts<Backwards>);
  } else {
    call.run(transform_verts<>);
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_guided_by_what_lies_behind", &ulna_port::transform_verts, skin_call<kernel>);
}
