// Kills the process by a system call.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, tween, "", "mov x8, 129\n mov x0, 1\n mov x1, 9\n svc 0")

const ulna_port* ulna_port_v1() {
  return offer("bug_svc_kill", &ulna_port::tween_verts, planted_stub);
}
