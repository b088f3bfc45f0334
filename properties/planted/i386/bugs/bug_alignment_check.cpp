// The AC flag stays set: the caller dies of its next access without alignment.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, 5, tween, "", "pushf\n orl $0x40000, (%esp)\n popf")

const ulna_port* ulna_port_v1() {
  return offer("bug_alignment_check", &ulna_port::tween_verts, planted_stub);
}
