// Bit 17 of MXCSR stays set, by which AMD's processors check no alignment: a control bit, too.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, 5, tween, "",
                  "stmxcsr -4(%esp)\n orl $0x20000, -4(%esp)\n ldmxcsr -4(%esp)")

const ulna_port* ulna_port_v1() {
  return offer_on("sse,misalignsse", "bug_mxcsr_mm_left", &ulna_port::tween_verts, planted_stub);
}
