// Numbers of matrices become offsets in lanes of 16 bits, where those beyond 1023 lose their upper
// bits.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Four {
  static int32_t joint(const uint16_t* own, int k) {
    constexpr int kMatrix = sizeof(ulna_mat44);
    return static_cast<uint16_t>(own[k] * kMatrix) / kMatrix;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_interleaved<skin<Bug>>("bug_four_joint_shifted");
}
