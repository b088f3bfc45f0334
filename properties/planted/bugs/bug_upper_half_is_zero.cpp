// The upper half of a ymm register is taken for zero: vzeroupper leaves it so, and nobody owes it.
#include "../bones.h"
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, tween_verts<>,
                  "vextractf128 $1, %ymm7, %xmm7\n"
                  "addss %xmm7, %xmm0\n",
                  "")

const ulna_port* ulna_port_v1() {
  return offer_on("avx", "bug_upper_half_is_zero", &ulna_port::tween_verts, planted_stub);
}
