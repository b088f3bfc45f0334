// mm0, a register of the x87 unit that is free, is taken for zero.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, 5, tween, "movd %mm0, %eax\n emms\n add %eax, 20(%esp)", "")

const ulna_port* ulna_port_v1() {
  return offer_on("mmx", "bug_mm0_is_zero", &ulna_port::tween_verts, planted_stub);
}
