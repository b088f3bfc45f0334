// More than eight vertices need xmm8 and xmm9, of which the second one is not restored.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween, "", "cmpl $8, 40(%rsp)\n jle 2f\n pxor %xmm9, %xmm9\n 2:")

const ulna_port* ulna_port_v1() {
  return offer_on("sse2", "bug_xmm9_if_many", &ulna_port::tween_verts, planted_stub);
}
