// Returns with the stack pointer 8 bytes too high, as a function does that pops its own arguments.
// Here the arguments are in registers.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(transform_verts, transform_verts<Skin>, "", "ret $8")

const ulna_port* ulna_port_v1() {
  return offer("bug_stack", &ulna_port::transform_verts, planted_stub);
}
