// x19 is used as a scratch register and not saved.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, tween, "", "mov x19, 0")

const ulna_port* ulna_port_v1() {
  return offer("bug_x19", &ulna_port::tween_verts, planted_stub);
}
