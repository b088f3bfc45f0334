// edx is taken for zero, the upper half of what is divided.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, 5, tween,
                  "mov 20(%esp), %eax\n push $1\n divl (%esp)\n add $4, %esp\n mov %eax, 20(%esp)",
                  "")

const ulna_port* ulna_port_v1() {
  return offer("bug_edx_is_zero", &ulna_port::tween_verts, planted_stub);
}
