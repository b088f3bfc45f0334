// All four rows are stored: the last goes to where the next joint comes.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_joint_mat* joints, const ulna_mat44* palette, int32_t num_joints) {
  for (int32_t i = 0; i < num_joints; ++i)
    for (int column = 0; column < 4; ++column)
      for (int row = 0; row < 4; ++row)
        joints[i].m[4 * column + row] = palette[i].m[4 * row + column];
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_reorder_fourth_row", &ulna_port::reorder_palette, kernel);
}
