// Pops the fifth argument as it returns, as stdcall does on 32 bits.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween, "", "ret $8")

const ulna_port* ulna_port_v1() {
  return offer("bug_ret_8", &ulna_port::tween_verts, planted_stub);
}
