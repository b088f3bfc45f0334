// A word of the caller's frame, above the home space and the arguments, is written.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween, "", "movq $0, 56(%rsp)")

const ulna_port* ulna_port_v1() {
  return offer("bug_frame_above", &ulna_port::tween_verts, planted_stub);
}
