// Eight bytes of the caller's frame are taken for the port's own.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, tween, "", "sd zero, 40(sp)")

const ulna_port* ulna_port_v1() {
  return offer("bug_frame_above", &ulna_port::tween_verts, planted_stub);
}
