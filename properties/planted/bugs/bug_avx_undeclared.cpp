// Built for AVX, and declares nothing: on a CPU without it the first call ends in SIGILL.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(slerp_joints, blend<Slerp>, "vmovaps %xmm0, %xmm0\n", "")

const ulna_port* ulna_port_v1() {
  return offer("bug_avx_undeclared", &ulna_port::slerp_joints, planted_stub);
}
