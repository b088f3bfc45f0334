// FTZ stays set behind the call: all later denormals are zero.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween, "", "stmxcsr 8(%rsp)\n orl $0x8000, 8(%rsp)\n ldmxcsr 8(%rsp)")

const ulna_port* ulna_port_v1() {
  return offer_on("sse", "bug_ftz_left", &ulna_port::tween_verts, planted_stub);
}
