// rsi is used as Linux allows: Windows wants it back.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween, "", "xor %esi, %esi")

const ulna_port* ulna_port_v1() {
  return offer("bug_rsi", &ulna_port::tween_verts, planted_stub);
}
