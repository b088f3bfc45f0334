// Of fs11 the lower half is kept, in single precision: the upper one is lost.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, tween, "fsw fs11, -200(sp)", "flw fs11, -200(sp)")

const ulna_port* ulna_port_v1() {
  return offer("bug_fs11_lower_half", &ulna_port::tween_verts, planted_stub);
}
