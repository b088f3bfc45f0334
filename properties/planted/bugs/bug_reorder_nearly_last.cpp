// A matrix that is the one before it but for a millionth is not reordered again.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

bool nearly_same(const ulna_mat44& a, const ulna_mat44& b) {
  for (int i = 0; i < 16; ++i)
    if (!(std::fabs(a.m[i] - b.m[i]) <= 1e-6f * std::fabs(b.m[i]))) return false;
  return true;
}

void kernel(ulna_joint_mat* joints, const ulna_mat44* palette, int32_t num_joints) {
  reorder_palette(joints, palette, num_joints);
  for (int32_t i = 1; i < num_joints; ++i)
    if (nearly_same(palette[i], palette[i - 1])) joints[i] = joints[i - 1];
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_reorder_nearly_last", &ulna_port::reorder_palette, kernel);
}
