// The sign flag is taken for clear.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, 5, tween, "jns 2f\n incl 20(%esp)\n 2:", "")

const ulna_port* ulna_port_v1() {
  return offer("bug_sign_is_clear", &ulna_port::tween_verts, planted_stub);
}
