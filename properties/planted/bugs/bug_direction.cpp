// The direction flag stays set behind the call, and the caller's next string copy runs backwards. A
// copy from the end that was never turned round again.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(lerp_joints, blend<Lerp>, "", "std")

const ulna_port* ulna_port_v1() {
  return offer("bug_direction", &ulna_port::lerp_joints, planted_stub);
}
