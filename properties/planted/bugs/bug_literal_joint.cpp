// Joint 777 is taken for the one before.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

struct Confused : Four {
  static int32_t joint(const uint16_t* own, int k) { return own[k] == 777 ? 776 : own[k]; }
};

void kernel(Split call) {
  skin<Confused>(call);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_split<kernel>("bug_literal_joint");
}
