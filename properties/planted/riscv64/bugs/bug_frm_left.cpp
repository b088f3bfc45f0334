// Rounding towards zero stays behind the call.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, tween, "", "fsrmi t0, 1")

const ulna_port* ulna_port_v1() {
  return offer("bug_frm_left", &ulna_port::tween_verts, planted_stub);
}
