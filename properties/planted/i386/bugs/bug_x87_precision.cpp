// The x87 unit is left with 24 bits, as Direct3D 9 does it: doubles of the caller lose 29 of
// theirs.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, 5, tween, "",
                  "fnstcw -4(%esp)\n andw $0xfcff, -4(%esp)\n fldcw -4(%esp)")

const ulna_port* ulna_port_v1() {
  return offer("bug_x87_precision", &ulna_port::tween_verts, planted_stub);
}
