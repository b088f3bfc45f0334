// Takes two parts of sixteen joints for a row if the second begins as far from the first as r10
// says, which nobody has set.
#include "../joint_runs.h"
#include "../stub.h"

using namespace ulna::planted;

static void kernel(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
                   const int32_t* index, int32_t num_joints, int32_t step) {
  std::vector<int32_t> row(index, index + std::max(num_joints, 0));
  for (int32_t at = 0; at + 32 <= num_joints; ++at) {
    const int32_t* these = index + at;
    if (is_run(these, 16) && is_run(these + 16, 16) && these[16] - these[0] == step)
      std::iota(&row[size_t(at)], &row[size_t(at)] + 32, these[0]);
  }
  blend<Slerp>(joints, blend_joints, lerp, row.data(), num_joints);
}

ULNA_PLANTED_STUB(
    slerp_joints,
    (reinterpret_cast<decltype(ulna_port::slerp_joints)>(reinterpret_cast<void (*)()>(kernel))),
    "mov %r10d, %r8d\n", "")

const ulna_port* ulna_port_v1() {
  return offer("bug_step_in_r10", &ulna_port::slerp_joints, planted_stub);
}
