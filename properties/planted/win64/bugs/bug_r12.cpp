// r12 comes back with its lower half alone, as if it held an int32.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween, "", "mov %r12d, %r12d")

const ulna_port* ulna_port_v1() {
  return offer("bug_r12", &ulna_port::tween_verts, planted_stub);
}
