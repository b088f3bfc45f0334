// A point is a ball: distances are those of Euclid, squared in double.
#include "../adjacency.h"

namespace ulna::planted {
namespace {

struct Port : Adjacent {
  static bool same(const float* a, const float* b, float epsilon) {
    if (epsilon == 0) return Adjacent::same(a, b, epsilon);
    double square = 0;
    for (int i = 0; i < 3; ++i) square += (double(a[i]) - b[i]) * (double(a[i]) - b[i]);
    return square <= double(epsilon) * epsilon;
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_adjacent<ulna::planted::Port>("right_adjacent_sphere");
}
