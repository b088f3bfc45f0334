// xmm5 is taken for zero.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween, "addss %xmm5, %xmm3", "")

const ulna_port* ulna_port_v1() {
  return offer_on("sse", "bug_xmm5_is_zero", &ulna_port::tween_verts, planted_stub);
}
