// A vertex whose first weight is above 0.999 is done as if it had no other.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Four {
  static float weight(const float* own, int k, int) {
    return own[0] > 0.999f ? static_cast<float>(k == 0) : own[k];
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_split<skin<Bug>>("bug_four_nearly_rigid");
}
