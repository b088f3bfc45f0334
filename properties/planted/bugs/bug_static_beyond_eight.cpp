// A vertex of more than eight influences is summed up in one place for all threads.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

volatile float total;

struct Shared : Skin {
  template <class A, class B>
  static float sum(int32_t n, A a, B b) {
    constexpr int32_t kEight = 4 * 8;
    if (n <= kEight) return Skin::sum(n, a, b);
    total = Skin::sum(kEight, a, b);
    for (int32_t i = kEight; i < n; ++i) total = total + a(i) * b(i);
    return total;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_static_beyond_eight", &ulna_port::transform_verts, transform_verts<Shared>);
}
