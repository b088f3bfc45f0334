// v16 is taken for zero, which it was in a small test.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, tween, "fadd v0.4s, v0.4s, v16.4s", "")

const ulna_port* ulna_port_v1() {
  return offer("bug_v16_is_zero", &ulna_port::tween_verts, planted_stub);
}
