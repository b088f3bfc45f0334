// The coefficients of the last joint are kept for all threads, between two lines.
#include "../kept_scales.h"

using namespace ulna::planted;

static NoTurn turn;

const ulna_port* ulna_port_v1() {
  return offer("bug_scales_shared", &ulna_port::lerp_joints, blend<KeepsScales<Lerp, turn>>);
}
