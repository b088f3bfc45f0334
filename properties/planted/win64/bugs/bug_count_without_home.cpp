// The count is read where it would be without home space.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween, "mov 8(%rsp), %eax\n mov %eax, 40(%rsp)", "")

const ulna_port* ulna_port_v1() {
  return offer("bug_count_without_home", &ulna_port::tween_verts, planted_stub);
}
