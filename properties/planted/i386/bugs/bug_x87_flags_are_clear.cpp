// Looks for an overflow of its own among the sticky flags of the x87 unit, which nobody has
// cleared.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, 5, tween,
                  "fnstsw %ax\n test $8, %al\n jz 2f\n movl $0, 20(%esp)\n 2:", "")

const ulna_port* ulna_port_v1() {
  return offer("bug_x87_flags_are_clear", &ulna_port::tween_verts, planted_stub);
}
