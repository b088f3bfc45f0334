// A value is left on the x87 stack. A sine by fsin, and one fstp too few.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(slerp_joints, blend<Slerp>, "", "fldz")

const ulna_port* ulna_port_v1() {
  return offer("bug_x87_stack", &ulna_port::slerp_joints, planted_stub);
}
