// r10 is taken for zero.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween, "add %r10, %rdx", "")

const ulna_port* ulna_port_v1() {
  return offer("bug_r10_is_zero", &ulna_port::tween_verts, planted_stub);
}
