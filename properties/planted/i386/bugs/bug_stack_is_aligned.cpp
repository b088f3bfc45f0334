// The stack is taken for aligned at the entry, where the return address is on it.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, 5, tween, "movaps %xmm0, -16(%esp)", "")

const ulna_port* ulna_port_v1() {
  return offer_on("sse", "bug_stack_is_aligned", &ulna_port::tween_verts, planted_stub);
}
