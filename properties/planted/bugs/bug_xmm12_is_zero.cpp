// xmm12 is taken for zero, as it happens to be in most programs.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(slerp_joints, blend<Slerp>, "addss %xmm12, %xmm0\n", "")

const ulna_port* ulna_port_v1() {
  return offer("bug_xmm12_is_zero", &ulna_port::slerp_joints, planted_stub);
}
