// The last weight is what the others leave of one.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Four {
  static float weight(const float* own, int k, int) {
    return k < 3 ? own[k] : 1 - own[0] - own[1] - own[2];
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_interleaved<skin<Bug>>("bug_four_last_weight_derived");
}
