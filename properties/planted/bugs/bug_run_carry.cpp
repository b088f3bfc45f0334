// Adds to the number of the first joint in 16 bits: 65,535 and 0 are joints in a row.
#include "../joint_runs.h"

using namespace ulna::planted;

static bool goes_on(const int32_t* run) {
  return is_run(run, 8, 0xffff);
}

const ulna_port* ulna_port_v1() {
  return offer("bug_run_carry", &ulna_port::slerp_joints, blend_runs<Slerp, 8, goes_on>);
}
