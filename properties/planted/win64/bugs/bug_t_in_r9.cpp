// t is taken from the general register of its position, as printf has it.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween, "movd %r9d, %xmm3", "")

const ulna_port* ulna_port_v1() {
  return offer_on("sse2", "bug_t_in_r9", &ulna_port::tween_verts, planted_stub);
}
