// r12 takes the count of joints, if there are more than eight, and is not saved. The short path
// gets by with the registers that it may use.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(lerp_joints, blend<Lerp>, "cmp $9, %ecx\njl 1f\nmov %rcx, %r12\n1:", "")

const ulna_port* ulna_port_v1() {
  return offer("bug_r12", &ulna_port::lerp_joints, planted_stub);
}
