// ebx is used as a scratch register and not saved.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, 5, tween, "", "mov $48, %ebx")

const ulna_port* ulna_port_v1() {
  return offer("bug_ebx", &ulna_port::tween_verts, planted_stub);
}
