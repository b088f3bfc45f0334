// A copy from the end leaves the direction flag set.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, 5, tween, "", "std")

const ulna_port* ulna_port_v1() {
  return offer("bug_direction", &ulna_port::tween_verts, planted_stub);
}
