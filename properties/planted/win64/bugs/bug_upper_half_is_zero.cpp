// The upper half of ymm4 is taken for zero.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween, "vextractf128 $1, %ymm4, %xmm4\n addss %xmm4, %xmm3", "")

const ulna_port* ulna_port_v1() {
  return offer_on("avx", "bug_upper_half_is_zero", &ulna_port::tween_verts, planted_stub);
}
