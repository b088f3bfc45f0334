// The flag AC stays set: accesses without alignment trap from now on.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween, "", "pushfq\n orl $0x40000, (%rsp)\n popfq")

const ulna_port* ulna_port_v1() {
  return offer("bug_alignment_check", &ulna_port::tween_verts, planted_stub);
}
