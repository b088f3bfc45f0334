// In large calls the number of a joint has a sign: of 65,536 the upper half lies before the
// palette.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

struct Signed : Four {
  static int32_t joint(const uint16_t* own, int k) { return static_cast<int16_t>(own[k]); }
};

void kernel(Split call) {
  if (call.num_verts > 20'000) return skin<Signed>(call);
  skin(call);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_split<kernel>("bug_large_joint_signed");
}
