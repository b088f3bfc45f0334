// The home space is taken for zeros.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween, "mov 16(%rsp), %eax\n add %eax, 40(%rsp)", "")

const ulna_port* ulna_port_v1() {
  return offer("bug_home_is_zero", &ulna_port::tween_verts, planted_stub);
}
