// fs3 is to be saved: LP64D keeps all of it.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, tween, "", "fmv.d.x fs3, zero")

const ulna_port* ulna_port_v1() {
  return offer("bug_fs3", &ulna_port::tween_verts, planted_stub);
}
