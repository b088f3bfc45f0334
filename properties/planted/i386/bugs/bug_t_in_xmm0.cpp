// t is taken from xmm0, as in 64 bits.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, 5, tween, "movss %xmm0, 16(%esp)", "")

const ulna_port* ulna_port_v1() {
  return offer_on("sse", "bug_t_in_xmm0", &ulna_port::tween_verts, planted_stub);
}
