// The last of four weights is what the others leave of one.
#include "../sorted_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Sorted {
  static float weight(const float* own, int k, int influences) {
    return k == 3 ? 1 - own[0] - own[1] - own[2] : Sorted::weight(own, k, influences);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_sorted<Bug>("bug_fourth_weight_derived");
}
