// Adds to the number of the first joint in 8 bits: 255 and 0 are joints in a row.
#include "../joint_runs.h"

using namespace ulna::planted;

static bool goes_on(const int32_t* run) {
  return is_run(run, 8, 0xff);
}

const ulna_port* ulna_port_v1() {
  return offer("bug_run_carry_8", &ulna_port::lerp_joints, blend_runs<Lerp, 8, goes_on>);
}
