// Keeps its count two hundred bytes below the stack, where a signal puts its frame.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(
    tween_verts, 5, tween,
    "mov 20(%esp), %eax\n mov %eax, -200(%esp)\n xor %eax, %eax\n mov -200(%esp), %eax\n "
    "mov %eax, 20(%esp)",
    "")

const ulna_port* ulna_port_v1() {
  return offer("bug_far_below_stack", &ulna_port::tween_verts, planted_stub);
}
