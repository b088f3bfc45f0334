// xmm15 is saved and restored as a double: its upper half is lost.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween, "",
                  "movsd %xmm15, 8(%rsp)\n xorps %xmm15, %xmm15\n"
                  "movsd 8(%rsp), %xmm15")

const ulna_port* ulna_port_v1() {
  return offer_on("sse2", "bug_xmm15_as_double", &ulna_port::tween_verts, planted_stub);
}
