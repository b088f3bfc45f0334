// r15 is used as a scratch register and not saved.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween, "", "mov $48, %r15d")

const ulna_port* ulna_port_v1() {
  return offer("bug_r15", &ulna_port::tween_verts, planted_stub);
}
