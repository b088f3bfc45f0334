// The last of the vectors whose lower halves are to be saved.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, tween, "", "ins v15.s[1], wzr")

const ulna_port* ulna_port_v1() {
  return offer("bug_d15", &ulna_port::tween_verts, planted_stub);
}
