// x10 is taken for zero: here it moves the count.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, tween, "add w3, w3, w10", "")

const ulna_port* ulna_port_v1() {
  return offer("bug_x10_is_zero", &ulna_port::tween_verts, planted_stub);
}
