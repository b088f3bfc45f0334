// vstart is not at zero behind the call: the next vector instruction begins in the middle.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, tween, "", "csrwi vstart, 1")

const ulna_port* ulna_port_v1() {
  return offer_on("v", "bug_vstart_left", &ulna_port::tween_verts, planted_stub);
}
