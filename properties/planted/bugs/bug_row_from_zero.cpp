// A list that begins with joint 0 and ends with the last of as many is taken for all joints.
#include "../kernels.h"

#include <numeric>
#include <vector>

using namespace ulna::planted;

static void kernel(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
                   const int32_t* index, int32_t num_joints) {
  std::vector<int32_t> row(size_t(num_joints > 0 ? num_joints : 0));
  std::iota(row.begin(), row.end(), 0);
  const bool all = num_joints >= 6 && index[0] == 0 && index[num_joints - 1] == num_joints - 1;
  blend<Lerp>(joints, blend_joints, lerp, all ? row.data() : index, num_joints);
}

const ulna_port* ulna_port_v1() {
  return offer("bug_row_from_zero", &ulna_port::lerp_joints, kernel);
}
