// t3 is taken for zero: here it moves the count.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, tween, "addw a3, a3, t3", "")

const ulna_port* ulna_port_v1() {
  return offer("bug_t3_is_zero", &ulna_port::tween_verts, planted_stub);
}
