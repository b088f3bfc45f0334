// A run of eight joints goes on, it takes, with a joint that lies four behind the next.
#include "../joint_runs.h"

using namespace ulna::planted;

static bool goes_on(const int32_t* run) {
  return is_run(run, 8) && is_run(run + 8, 8) && run[8] == run[0] + 12;
}

const ulna_port* ulna_port_v1() {
  return offer("bug_run_four_later", &ulna_port::slerp_joints, blend_runs<Slerp, 16, goes_on>);
}
