// Numbers of matrices beyond 32767 are negative.
#include "../sorted_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Sorted {
  static int32_t joint(const uint16_t* own, int k, int) { return static_cast<int16_t>(own[k]); }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_sorted<Bug>("bug_joint_signed");
}
