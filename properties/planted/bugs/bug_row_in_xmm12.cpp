// Compares the first of eight joints with what xmm12 holds, which nobody has set, and takes them
// for a row if it is the same and the last one fits.
#include "../joint_runs.h"
#include "../stub.h"

using namespace ulna::planted;

static void kernel(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
                   const int32_t* index, int32_t num_joints, int32_t held) {
  std::vector<int32_t> row(index, index + std::max(num_joints, 0));
  for (int32_t at = 0; at + 8 <= num_joints; ++at) {
    const int32_t* these = index + at;
    if (these[0] == held && these[7] == held + 7)
      std::iota(&row[size_t(at)], &row[size_t(at)] + 8, these[0]);
  }
  blend<Lerp>(joints, blend_joints, lerp, row.data(), num_joints);
}

ULNA_PLANTED_STUB(
    lerp_joints,
    (reinterpret_cast<decltype(ulna_port::lerp_joints)>(reinterpret_cast<void (*)()>(kernel))),
    "movd %xmm12, %r8d\n", "")

const ulna_port* ulna_port_v1() {
  return offer("bug_row_in_xmm12", &ulna_port::lerp_joints, planted_stub);
}
