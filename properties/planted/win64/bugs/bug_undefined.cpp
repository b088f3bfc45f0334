// Ends in an undefined instruction where there are no vertices.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween, "", "cmpl $0, 40(%rsp)\n jne 2f\n ud2\n 2:")

const ulna_port* ulna_port_v1() {
  return offer("bug_undefined", &ulna_port::tween_verts, planted_stub);
}
