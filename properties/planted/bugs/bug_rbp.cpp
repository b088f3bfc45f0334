// rbp is used as a scratch register and not saved. A port of 32-bit code in which every register
// was needed.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(transform_verts, transform_verts<Skin>, "", "xor %ebp, %ebp")

const ulna_port* ulna_port_v1() {
  return offer("bug_rbp", &ulna_port::transform_verts, planted_stub);
}
