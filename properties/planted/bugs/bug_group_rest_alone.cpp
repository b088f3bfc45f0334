// Where the first two groups are empty, and the fourth leaves a rest of five, the third loses one.
#include "../sorted_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Sorted {
  static int32_t count(const int32_t* counts, int influences) {
    const bool loses =
        influences == 3 && counts[0] + counts[1] == 0 && counts[2] >= 16 && counts[3] % 8 == 5;
    return loses ? counts[2] - 1 : counts[influences - 1];
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_sorted<Bug>("bug_group_rest_alone");
}
