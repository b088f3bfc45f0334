// xmm6 is used as Linux allows: Windows wants it back.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween, "", "xorps %xmm6, %xmm6")

const ulna_port* ulna_port_v1() {
  return offer_on("sse", "bug_xmm6", &ulna_port::tween_verts, planted_stub);
}
