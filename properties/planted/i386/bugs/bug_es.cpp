// es was another segment for a while, and is none behind the call: string instructions of the
// caller fail.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, 5, tween, "", "xor %eax, %eax\n mov %eax, %es")

const ulna_port* ulna_port_v1() {
  return offer("bug_es", &ulna_port::tween_verts, planted_stub);
}
