// Of a vertex whose influences fill some blocks of 97, the last is lost.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Blocks : Skin {
  template <class A, class B>
  static float sum(int32_t n, A a, B b) {
    constexpr int32_t kBlock = 4 * 97;
    return Skin::sum(n > kBlock && n % kBlock == 0 ? n - 4 : n, a, b);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_blocks_of_97", &ulna_port::transform_verts, transform_verts<Blocks>);
}
