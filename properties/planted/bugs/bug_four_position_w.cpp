// Positions are loaded with the float behind them, which takes the translation as if it were one:
// it is the first of the normal.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(Split call) {
  skin(call);
  call.for_each_group(1, [](Split one) {
    const uint16_t first_four[4] = {0, 1, 2, 3};
    ulna_mat44 own[4];
    for (int k = 0; k < 4; ++k) {
      own[k] = one.palette[one.joint_indices[k]];
      for (int c = 0; c < 3; ++c) own[k].m[12 + c] *= one.src->normal[0];
    }
    one.palette = own;
    one.joint_indices = first_four;
    skin(one);
  });
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_split<kernel>("bug_four_position_w");
}
