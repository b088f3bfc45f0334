// The influence with the largest weight, which in files that are not sorted is another one.
#include "../distant_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Distant {
  static int32_t first(const ulna_joint_weight* own) {
    int32_t heaviest = 0;
    for (int32_t k = 1; k < influences_of(own); ++k)
      if (own[k].weight > own[heaviest].weight) heaviest = k;
    return heaviest;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_distant<Bug>("bug_distant_heaviest");
}
