// Floats go through the x87 unit, as compilers for 32 bits copy them: it makes quiet NaNs of
// signalling ones.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void copy(const float& from, float& to) {
  asm volatile("flds %1\n\tfstps %0" : "=m"(to) : "m"(from));
}

void kernel(ulna_joint_mat* joints, const ulna_mat44* palette, int32_t num_joints) {
  for (int32_t i = 0; i < num_joints; ++i)
    for (int row = 0; row < 4; ++row)
      for (int column = 0; column < 3; ++column)
        copy(palette[i].m[4 * row + column], joints[i].m[4 * column + row]);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on(kSse2, "bug_reorder_x87", &ulna_port::reorder_palette, kernel);
}
