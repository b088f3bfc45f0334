// The influences of a vertex end at the first weight of zero.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Four {
  static float weight(const float* own, int k, int) {
    return std::find(own, own + k, 0.0f) == own + k ? own[k] : 0;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_split<skin<Bug>>("bug_four_zero_ends");
}
