// The coefficients of the last joint are kept for all threads and both operations, which take
// turns. Its neighbour bug_operations_share has a turn for each operation.
#include "../kept_scales.h"

using namespace ulna::planted;

static std::mutex turn;

const ulna_port* ulna_port_v1() {
  return offer("right_operations_take_turns", &ulna_port::slerp_joints,
               blend<KeepsScales<Slerp, turn>>, &ulna_port::lerp_joints,
               blend<KeepsScales<Lerp, turn>>);
}
