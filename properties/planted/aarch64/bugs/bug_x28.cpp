// x28, the last of those to be saved but for the frame pointer, is not.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, tween, "", "add x28, x28, 1")

const ulna_port* ulna_port_v1() {
  return offer("bug_x28", &ulna_port::tween_verts, planted_stub);
}
