// rbx comes back as it was used in the loop for the rest, which runs for an odd count only.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween, "", "testl $1, 40(%rsp)\n jz 2f\n xor %ebx, %ebx\n 2:")

const ulna_port* ulna_port_v1() {
  return offer("bug_rbx_if_odd", &ulna_port::tween_verts, planted_stub);
}
