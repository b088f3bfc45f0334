// The x87 stack is taken to begin at its register 0.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, 5, tween, "fnstsw %ax\n and $0x3800, %eax\n add %eax, 20(%esp)", "")

const ulna_port* ulna_port_v1() {
  return offer("bug_x87_top", &ulna_port::tween_verts, planted_stub);
}
