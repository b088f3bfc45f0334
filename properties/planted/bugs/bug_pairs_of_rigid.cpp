// Vertices of one influence are done in twos, and an odd one is left.
#include "../sorted_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Sorted {
  static int32_t count(const int32_t* counts, int influences) {
    return influences == 1 ? counts[0] / 2 * 2 : counts[influences - 1];
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_sorted<Bug>("bug_pairs_of_rigid");
}
