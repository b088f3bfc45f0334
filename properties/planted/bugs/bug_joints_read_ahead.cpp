// Three numbers of matrices are loaded as four, also at the end.
#include "../sorted_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Sorted {
  static int32_t joint(const uint16_t* own, int k, int influences) {
    if (influences != 3) return own[k];
    volatile uint16_t loaded[4]; // so that all four are
    for (int i = 0; i < 4; ++i) loaded[i] = own[i];
    return loaded[k];
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_sorted<Bug>("bug_joints_read_ahead");
}
