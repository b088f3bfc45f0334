// ebp comes back as it was used within: as one register more.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, 5, tween, "", "xor %ebp, %ebp")

const ulna_port* ulna_port_v1() {
  return offer("bug_ebp", &ulna_port::tween_verts, planted_stub);
}
