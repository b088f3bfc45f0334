// A register that only AVX-512 has is taken for zero.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(slerp_joints, blend<Slerp>, "vaddss %xmm31, %xmm0, %xmm0\n", "")

const ulna_port* ulna_port_v1() {
  return offer_on("avx512f,avx512vl", "bug_xmm31_is_zero", &ulna_port::slerp_joints, planted_stub);
}
