// An instruction that no processor has.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, 5, tween, "", "ud2")

const ulna_port* ulna_port_v1() {
  return offer("bug_undefined", &ulna_port::tween_verts, planted_stub);
}
