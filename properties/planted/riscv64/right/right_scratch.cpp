// Spoils what a function may spoil: flags of fcsr, temporaries, vectors and their type among it.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(
    tween_verts, tween, "",
    "li t0, -1\n li t6, -1\n fsflags t0\n fmv.d.x ft11, t0\n fmv.d.x fa7, t0\n vsetvli t0, zero, "
    "e8, m8, ta, ma\n vmv.v.i v0, -1\n vmv.v.i v24, -1\n csrwi vxrm, 3\n li a1, -1\n li a7, -1")

const ulna_port* ulna_port_v1() {
  return offer_on("v", "right_scratch", &ulna_port::tween_verts, planted_stub);
}
