// A value is left on the x87 stack, as if t were returned: eight calls later there is no room.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, 5, tween, "", "flds 16(%esp)")

const ulna_port* ulna_port_v1() {
  return offer("bug_x87_stack", &ulna_port::tween_verts, planted_stub);
}
