// Weights are kept in 16 bits, of which 11 are digits.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Four {
  static float weight(const float* own, int k, int) {
    int exponent;
    const float digits = std::frexp(own[k], &exponent);
    return std::isfinite(own[k]) ? std::ldexp(std::nearbyint(digits * 2048) / 2048, exponent)
                                 : own[k];
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_split<skin<Bug>>("bug_four_half_weights");
}
