// An MMX register is used and emms forgotten.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween, "", "pxor %mm0, %mm0")

const ulna_port* ulna_port_v1() {
  return offer_on("mmx", "bug_no_emms", &ulna_port::tween_verts, planted_stub);
}
