// Looks by a system call whether another process is there.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(
    tween_verts, 5, tween, "",
    "push %ebx\n mov $37, %eax\n mov $1, %ebx\n xor %ecx, %ecx\n int $0x80\n pop %ebx")

const ulna_port* ulna_port_v1() {
  return offer("bug_int80_kill", &ulna_port::tween_verts, planted_stub);
}
