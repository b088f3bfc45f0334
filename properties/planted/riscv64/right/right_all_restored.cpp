// Uses registers that it has to save, and rounds otherwise, and restores all of it.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, tween,
                  "addi sp, sp, -16\n fsd fs0, 0(sp)\n sd s1, 8(sp)\n fmv.d.x fs0, zero\n li s1, "
                  "0\n fsrmi t0, 1\n fsrm t0",
                  "ld s1, 8(sp)\n fld fs0, 0(sp)\n addi sp, sp, 16")

const ulna_port* ulna_port_v1() {
  return offer("right_all_restored", &ulna_port::tween_verts, planted_stub);
}
