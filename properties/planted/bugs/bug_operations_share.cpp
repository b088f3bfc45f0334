// The coefficients of the last joint are kept for all threads, which take turns in each operation;
// but two operations keep theirs in the same place.
#include "../kept_scales.h"

using namespace ulna::planted;

static std::mutex slerp_turn, lerp_turn;

const ulna_port* ulna_port_v1() {
  return offer("bug_operations_share", &ulna_port::slerp_joints,
               blend<KeepsScales<Slerp, slerp_turn>>, &ulna_port::lerp_joints,
               blend<KeepsScales<Lerp, lerp_turn>>);
}
