// Rounding towards zero stays behind the call, in SSE alone.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, 5, tween, "",
                  "stmxcsr -4(%esp)\n orl $0x6000, -4(%esp)\n ldmxcsr -4(%esp)")

const ulna_port* ulna_port_v1() {
  return offer_on("sse", "bug_rounding_left", &ulna_port::tween_verts, planted_stub);
}
