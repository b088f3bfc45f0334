// Weights below a thousandth are left out.
#include "../sorted_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Sorted {
  static float weight(const float* own, int k, int influences) {
    const float weight = Sorted::weight(own, k, influences);
    return weight < 1e-3f && weight > -1e-3f ? 0 : weight;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_sorted<Bug>("bug_slight_weight");
}
