// d8 is to be saved: AAPCS64 keeps the lower halves of v8 to v15.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, tween, "", "fmov d8, xzr")

const ulna_port* ulna_port_v1() {
  return offer("bug_d8", &ulna_port::tween_verts, planted_stub);
}
