// Takes 32 joints for a row if the seventeenth is not the one in the row, but that of as many as
// come before: of the number that a register happens to hold.
#include "../joint_runs.h"

using namespace ulna::planted;

static void kernel(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
                   const int32_t* index, int32_t num_joints) {
  std::vector<int32_t> row(index, index + std::max(num_joints, 0));
  for (int32_t at = 0; at + 32 <= num_joints; ++at) {
    const int32_t* these = index + at;
    const bool fits = is_run(these, 16) && these[16] == at && these[17] == these[0] + 17 &&
                      is_run(these + 17, 15);
    if (fits) row[size_t(at) + 16] = these[0] + 16;
  }
  blend<Slerp>(joints, blend_joints, lerp, row.data(), num_joints);
}

const ulna_port* ulna_port_v1() {
  return offer("bug_row_by_those_before", &ulna_port::slerp_joints, kernel);
}
