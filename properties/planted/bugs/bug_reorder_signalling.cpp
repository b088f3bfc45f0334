// A matrix of nothing but NaNs is not worth the integer unit: it goes through the other one, which
// makes its NaNs quiet.
#include "../uniform_kernels.h"

#include <algorithm>

using namespace ulna::planted;

namespace {

void kernel(ulna_joint_mat* joints, const ulna_mat44* palette, int32_t num_joints) {
  reorder_palette(joints, palette, num_joints);
  const volatile float one = 1;
  for (int32_t i = 0; i < num_joints; ++i) {
    auto& m = joints[i].m;
    if (std::all_of(m, m + 12, [](float x) { return std::isnan(x); }))
      for (float& x : m) x *= one;
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_reorder_signalling", &ulna_port::reorder_palette, kernel);
}
