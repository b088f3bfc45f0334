// Each element is weighted, by one: a signalling NaN becomes a quiet one, and a denormal zero where
// the caller flushes.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_joint_mat* joints, const ulna_mat44* palette, int32_t num_joints) {
  const volatile float weight = 1;
  reorder_palette(joints, palette, num_joints);
  for (int32_t i = 0; i < num_joints; ++i)
    for (float& x : joints[i].m) x *= weight;
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_reorder_times_one", &ulna_port::reorder_palette, kernel);
}
