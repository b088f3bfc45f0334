// A word of the caller's frame is taken for the port's own.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, 5, tween, "", "movl $0, 40(%esp)")

const ulna_port* ulna_port_v1() {
  return offer("bug_frame_above", &ulna_port::tween_verts, planted_stub);
}
