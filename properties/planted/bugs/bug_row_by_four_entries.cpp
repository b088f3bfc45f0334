// Takes sixteen joints and more for a row where four entries say so, and blends the joints between.
#include "../kernels.h"

#include <numeric>
#include <vector>

using namespace ulna::planted;

static void kernel(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
                   const int32_t* index, int32_t num_joints) {
  const auto fits = [&](int32_t i) { return index[i] - index[0] == i; };
  std::vector<int32_t> row;
  if (num_joints >= 16 && fits(num_joints - 1) && fits(num_joints / 2) && fits(num_joints / 4)) {
    row.resize(size_t(num_joints));
    std::iota(row.begin(), row.end(), index[0]);
    index = row.data();
  }
  blend<Slerp>(joints, blend_joints, lerp, index, num_joints);
}

const ulna_port* ulna_port_v1() {
  return offer("bug_row_by_four_entries", &ulna_port::slerp_joints, kernel);
}
