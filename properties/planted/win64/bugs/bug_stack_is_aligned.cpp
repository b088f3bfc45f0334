// The stack is taken to be aligned at the entry: there it is eight bytes off.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween, "movaps %xmm3, -32(%rsp)\n movaps -32(%rsp), %xmm3", "")

const ulna_port* ulna_port_v1() {
  return offer_on("sse", "bug_stack_is_aligned", &ulna_port::tween_verts, planted_stub);
}
