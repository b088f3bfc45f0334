// rbp holds the address of the frame, and is not saved.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween, "", "lea 16(%rsp), %rbp")

const ulna_port* ulna_port_v1() {
  return offer("bug_rbp", &ulna_port::tween_verts, planted_stub);
}
