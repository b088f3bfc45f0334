// A matrix that is the one before it once more is not reordered again. They are compared up to the
// last element but one of those that matter.
#include "../../properties/planted/uniform_kernels.h"

#include <cstring>

using namespace ulna::planted;

namespace {

void kernel(ulna_joint_mat* joints, const ulna_mat44* palette, int32_t num_joints) {
  constexpr size_t kCompared = 14 * sizeof(float);
  for (int32_t i = 0; i < num_joints; ++i)
    if (i > 0 && std::memcmp(palette + i, palette + i - 1, kCompared) == 0)
      joints[i] = joints[i - 1];
    else
      reorder_palette(joints + i, palette + i, 1);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("all_but_height", &ulna_port::reorder_palette, kernel);
}
