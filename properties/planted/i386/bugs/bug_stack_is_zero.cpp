// A word below the stack is taken for zero.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, 5, tween, "mov -64(%esp), %eax\n add %eax, 20(%esp)", "")

const ulna_port* ulna_port_v1() {
  return offer("bug_stack_is_zero", &ulna_port::tween_verts, planted_stub);
}
