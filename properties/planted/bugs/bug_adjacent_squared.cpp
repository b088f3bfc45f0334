// The square of a distance is compared with epsilon.
#include "../adjacency.h"

namespace ulna::planted {
namespace {

struct Port : Adjacent {
  static bool same(const float* a, const float* b, float epsilon) {
    if (epsilon == 0) return Adjacent::same(a, b, epsilon);
    float square = 0;
    for (int i = 0; i < 3; ++i) square += (a[i] - b[i]) * (a[i] - b[i]);
    return square <= epsilon;
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_adjacent<ulna::planted::Port>("bug_adjacent_squared");
}
