// Takes its arguments off the stack, as WINAPI has it: with cdecl that is the caller's.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, 5, tween, "", "ret $20")

const ulna_port* ulna_port_v1() {
  return offer("bug_stdcall", &ulna_port::tween_verts, planted_stub);
}
