// All sums are a tree: the first half plus the second half.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Pairwise : Skin {
  template <class A, class B>
  static float sum(int32_t n, A a, B b) {
    return range(0, n, a, b);
  }
  template <class A, class B>
  static float range(int32_t begin, int32_t end, A& a, B& b) {
    if (end - begin == 1) return a(begin) * b(begin);
    const int32_t middle = begin + (end - begin) / 2;
    return range(begin, middle, a, b) + range(middle, end, a, b);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_changed<Pairwise, Slerp, Lerp>("right_pairwise");
}
