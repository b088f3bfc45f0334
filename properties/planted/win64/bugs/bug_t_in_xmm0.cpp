// t is taken from xmm0, the first register for floats, and not from that of its position.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween, "movaps %xmm0, %xmm3", "")

const ulna_port* ulna_port_v1() {
  return offer_on("sse", "bug_t_in_xmm0", &ulna_port::tween_verts, planted_stub);
}
