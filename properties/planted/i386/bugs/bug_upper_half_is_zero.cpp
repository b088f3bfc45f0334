// The upper half of ymm3 is taken for zero.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(
    tween_verts, 5, tween,
    "vextractf128 $1, %ymm3, %xmm0\n vaddss 16(%esp), %xmm0, %xmm0\n vmovss %xmm0, 16(%esp)", "")

const ulna_port* ulna_port_v1() {
  return offer_on("avx", "bug_upper_half_is_zero", &ulna_port::tween_verts, planted_stub);
}
