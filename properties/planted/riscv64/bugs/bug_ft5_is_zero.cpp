// ft5 is taken for zero, which it was in a small test.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, tween, "fadd.s fa0, fa0, ft5", "")

const ulna_port* ulna_port_v1() {
  return offer("bug_ft5_is_zero", &ulna_port::tween_verts, planted_stub);
}
