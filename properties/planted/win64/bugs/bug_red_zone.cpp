// Data is kept below the stack pointer, in a red zone that Windows does not have.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween,
                  "mov %rcx, -8(%rsp)\n mov %rdx, -16(%rsp)\n xor %ecx, %ecx\n xor %edx, %edx\n "
                  "mov -8(%rsp), %rcx\n mov -16(%rsp), %rdx",
                  "")

const ulna_port* ulna_port_v1() {
  return offer("bug_red_zone", &ulna_port::tween_verts, planted_stub);
}
