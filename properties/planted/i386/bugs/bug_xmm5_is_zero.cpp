// xmm5 is taken for zero, which it was in a small test.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, 5, tween,
                  "movss 16(%esp), %xmm0\n addss %xmm5, %xmm0\n movss %xmm0, 16(%esp)", "")

const ulna_port* ulna_port_v1() {
  return offer_on("sse", "bug_xmm5_is_zero", &ulna_port::tween_verts, planted_stub);
}
