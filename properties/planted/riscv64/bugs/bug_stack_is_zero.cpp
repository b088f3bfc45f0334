// A word below the stack is taken for zero.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, tween, "lw t0, -64(sp)\n addw a3, a3, t0", "")

const ulna_port* ulna_port_v1() {
  return offer("bug_stack_is_zero", &ulna_port::tween_verts, planted_stub);
}
