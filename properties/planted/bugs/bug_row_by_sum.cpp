// Takes joints for a row where the sum of their indices, and the last one, are those of a row.
#include "../kernels.h"

#include <numeric>
#include <vector>

using namespace ulna::planted;

static void kernel(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
                   const int32_t* index, int32_t num_joints) {
  std::vector<int32_t> row(size_t(num_joints > 0 ? num_joints : 0));
  if (num_joints >= 8 && index[num_joints - 1] - index[0] == num_joints - 1) {
    std::iota(row.begin(), row.end(), index[0]);
    if (std::accumulate(row.begin(), row.end(), int64_t{0}) ==
        std::accumulate(index, index + num_joints, int64_t{0}))
      index = row.data();
  }
  blend<Lerp>(joints, blend_joints, lerp, index, num_joints);
}

const ulna_port* ulna_port_v1() {
  return offer("bug_row_by_sum", &ulna_port::lerp_joints, kernel);
}
