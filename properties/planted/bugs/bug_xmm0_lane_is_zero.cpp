// The lane beside the float argument is taken for zero.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(lerp_joints, blend<Lerp>,
                  "movaps %xmm0, %xmm1\n"
                  "shufps $0x55, %xmm1, %xmm1\n"
                  "addss %xmm1, %xmm0\n",
                  "")

const ulna_port* ulna_port_v1() {
  return offer("bug_xmm0_lane_is_zero", &ulna_port::lerp_joints, planted_stub);
}
