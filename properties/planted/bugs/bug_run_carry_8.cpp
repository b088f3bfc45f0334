// Adds to the number of the first joint in 8 bits: 255 and 0 are joints in a row.
#include "../joint_runs.h"

using namespace ulna::planted;

static bool goes_on(const int32_t* run) {
  for (int32_t i = 1; i < 8; ++i)
    if (run[i] != (run[0] & ~0xff) + uint8_t(run[0] + i)) return false;
  return true;
}

const ulna_port* ulna_port_v1() {
  return offer("bug_run_carry_8", &ulna_port::lerp_joints, blend_runs<Lerp, 8, goes_on>);
}
