// The direction flag stays set behind a copy from the end.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween, "", "std")

const ulna_port* ulna_port_v1() {
  return offer("bug_direction", &ulna_port::tween_verts, planted_stub);
}
