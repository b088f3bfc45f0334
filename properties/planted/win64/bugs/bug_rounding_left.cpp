// Rounds towards zero from now on, if there was an odd vertex.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(
    tween, "",
    "testl $1, 40(%rsp)\n jz 2f\n stmxcsr 8(%rsp)\n orl $0x6000, 8(%rsp)\n ldmxcsr 8(%rsp)\n 2:")

const ulna_port* ulna_port_v1() {
  return offer_on("sse", "bug_rounding_left", &ulna_port::tween_verts, planted_stub);
}
