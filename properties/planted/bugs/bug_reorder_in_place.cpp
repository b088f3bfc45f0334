// Each matrix is transposed where it lies, and copied from there. The game still has it.
#include "../uniform_kernels.h"

#include <algorithm>

using namespace ulna::planted;

namespace {

void kernel(ulna_joint_mat* joints, const ulna_mat44* palette, int32_t num_joints) {
  for (int32_t i = 0; i < num_joints; ++i) {
    float* const m = const_cast<float*>(palette[i].m);
    for (int row = 0; row < 4; ++row)
      for (int column = 0; column < row; ++column)
        std::swap(m[4 * row + column], m[4 * column + row]);
    std::copy_n(m, 12, joints[i].m);
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_reorder_in_place", &ulna_port::reorder_palette, kernel);
}
