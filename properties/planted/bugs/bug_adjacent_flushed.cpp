// Positions are equal where their difference is zero, as it is where the caller flushes.
#include "../adjacency.h"

namespace ulna::planted {
namespace {

struct Port : Adjacent {
  static bool same(const float* a, const float* b, float epsilon) {
    for (int i = 0; i < 3; ++i)
      if (std::fabs(a[i] - b[i]) > epsilon) return false;
    return true;
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_adjacent<ulna::planted::Port>("bug_adjacent_flushed");
}
