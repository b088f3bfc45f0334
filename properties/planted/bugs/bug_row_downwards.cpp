// A list whose first two entries and last one count down is taken for all joints between.
#include "../kernels.h"

#include <vector>

using namespace ulna::planted;

static void kernel(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
                   const int32_t* index, int32_t num_joints) {
  std::vector<int32_t> row;
  const auto fits = [&](int32_t i) { return index[0] - index[i] == i; };
  if (num_joints >= 4 && fits(1) && fits(num_joints - 1)) {
    for (int32_t i = 0; i < num_joints; ++i) row.push_back(index[0] - i);
    index = row.data();
  }
  blend<Slerp>(joints, blend_joints, lerp, index, num_joints);
}

const ulna_port* ulna_port_v1() {
  return offer("bug_row_downwards", &ulna_port::slerp_joints, kernel);
}
