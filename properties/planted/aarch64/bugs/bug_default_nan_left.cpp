// DN stays set behind the call: a NaN loses its bits.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, tween, "", "mrs x9, fpcr\n orr x9, x9, 1 << 25\n msr fpcr, x9")

const ulna_port* ulna_port_v1() {
  return offer("bug_default_nan_left", &ulna_port::tween_verts, planted_stub);
}
