// edi is where a string instruction left it.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, 5, tween, "", "mov 4(%esp), %edi\n add $24, %edi")

const ulna_port* ulna_port_v1() {
  return offer("bug_edi", &ulna_port::tween_verts, planted_stub);
}
