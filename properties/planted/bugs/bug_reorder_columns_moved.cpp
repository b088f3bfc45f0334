// The translation is taken from column 3, where matrices for column vectors have it.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_joint_mat* joints, const ulna_mat44* palette, int32_t num_joints) {
  reorder_palette(joints, palette, num_joints);
  for (int32_t i = 0; i < num_joints; ++i)
    for (int row = 0; row < 3; ++row) joints[i].m[4 * row + 3] = palette[i].m[4 * row + 3];
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_reorder_columns_moved", &ulna_port::reorder_palette, kernel);
}
