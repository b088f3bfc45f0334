// Positions are compared as bits where epsilon is 0, so that 0 and -0 differ.
#include "../adjacency.h"

namespace ulna::planted {
namespace {

struct Port : Adjacent {
  static bool same(const float* a, const float* b, float epsilon) {
    return epsilon == 0 ? std::equal(a, a + 3, b,
                                     [](float x, float y) {
                                       return std::signbit(x) == std::signbit(y) && x == y;
                                     })
                        : Adjacent::same(a, b, epsilon);
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_adjacent<ulna::planted::Port>("bug_adjacent_bits");
}
