// Kills the process by a system call.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, tween, "", "li a7, 129\n li a0, 1\n li a1, 9\n ecall")

const ulna_port* ulna_port_v1() {
  return offer("bug_ecall_kill", &ulna_port::tween_verts, planted_stub);
}
