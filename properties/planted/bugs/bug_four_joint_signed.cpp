// Numbers of matrices beyond 32767 are negative.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Four {
  static int32_t joint(const uint16_t* own, int k) { return static_cast<int16_t>(own[k]); }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_interleaved<skin<Bug>>("bug_four_joint_signed");
}
