// The condition flags are taken for clear.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, tween, "cinc w3, w3, vs", "")

const ulna_port* ulna_port_v1() {
  return offer("bug_overflow_is_clear", &ulna_port::tween_verts, planted_stub);
}
