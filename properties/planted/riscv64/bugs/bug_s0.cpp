// The frame pointer comes back as it was used within.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, tween, "", "addi s0, s0, 16")

const ulna_port* ulna_port_v1() {
  return offer("bug_s0", &ulna_port::tween_verts, planted_stub);
}
