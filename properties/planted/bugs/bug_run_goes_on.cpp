// A run of sixteen joints goes on, it takes, where eight more begin with the number of joints so
// far in place of the next joint.
#include "../joint_runs.h"

using namespace ulna::planted;

static bool goes_on(const int32_t* run) {
  return is_run(run, 16) && is_run(run + 16, 8) && run[16] == 16;
}

const ulna_port* ulna_port_v1() {
  return offer("bug_run_goes_on", &ulna_port::lerp_joints, blend_runs<Lerp, 24, goes_on>);
}
