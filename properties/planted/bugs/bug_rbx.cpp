// rbx is used as a scratch register and not saved. It is callee-saved in every x86-64 ABI.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(slerp_joints, blend<Slerp>, "", "xor %ebx, %ebx")

const ulna_port* ulna_port_v1() {
  return offer("bug_rbx", &ulna_port::slerp_joints, planted_stub);
}
