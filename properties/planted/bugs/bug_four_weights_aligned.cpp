// The weights of a vertex are one aligned register: they are 16 bytes, but need not begin at a
// multiple of 16.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Four {
  static float weight(const float* own, int k, int) {
    alignas(16) float weights[4];
    _mm_store_ps(weights, load16_aligned(own));
    return weights[k];
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_split<skin<Bug>>("bug_four_weights_aligned");
}
