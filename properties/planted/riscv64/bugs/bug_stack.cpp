// Comes back with a stack pointer that is 16 bytes too low.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, tween, "", "addi sp, sp, -16")

const ulna_port* ulna_port_v1() {
  return offer("bug_stack", &ulna_port::tween_verts, planted_stub);
}
