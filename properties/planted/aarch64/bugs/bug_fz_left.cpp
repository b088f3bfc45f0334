// FZ stays set behind the call: all later denormals are zero.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, tween, "", "mrs x9, fpcr\n orr x9, x9, 1 << 24\n msr fpcr, x9")

const ulna_port* ulna_port_v1() {
  return offer("bug_fz_left", &ulna_port::tween_verts, planted_stub);
}
