// eax is taken for zero: here it moves the count.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, 5, tween, "add %eax, 20(%esp)", "")

const ulna_port* ulna_port_v1() {
  return offer("bug_eax_is_zero", &ulna_port::tween_verts, planted_stub);
}
