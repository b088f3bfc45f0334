// The coefficients of the last joint are kept for all threads, which take turns. Its neighbour
// bug_scales_shared lets them all in.
#include "../kept_scales.h"

using namespace ulna::planted;

static std::mutex turn;

const ulna_port* ulna_port_v1() {
  return offer("right_waits_its_turn", &ulna_port::lerp_joints, blend<KeepsScales<Lerp, turn>>);
}
