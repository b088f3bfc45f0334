// FTZ stays set behind the call: all later denormals are zero.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, 5, tween, "",
                  "stmxcsr -4(%esp)\n orl $0x8000, -4(%esp)\n ldmxcsr -4(%esp)")

const ulna_port* ulna_port_v1() {
  return offer_on("sse", "bug_ftz_left", &ulna_port::tween_verts, planted_stub);
}
