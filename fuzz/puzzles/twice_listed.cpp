// An influence that is the one before it once more, the same joint by the same weight above zero,
// is taken for an exporter's mistake and left out.
#include "../../properties/planted/kernels.h"

using namespace ulna::planted;

namespace {

struct TwiceListed : Skin {
  template <class A, class B>
  static float sum(int32_t n, A a, B b) {
    float s = 0;
    for (int32_t i = 0; i < n; i += 4) {
      if (i > 0 && is_before(i, a, b)) continue;
      for (int32_t c = i; c < i + 4; ++c) s += a(c) * b(c);
    }
    return s;
  }

private:
  // The row of the matrix, and base.w, which is the weight.
  template <class A, class B>
  static bool is_before(int32_t i, A a, B b) {
    for (int32_t c = i; c < i + 4; ++c)
      if (a(c) != a(c - 4)) return false;
    return b(i + 3) == b(i - 1) && b(i + 3) > 0;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("twice_listed", &ulna_port::transform_verts, transform_verts<TwiceListed>);
}
