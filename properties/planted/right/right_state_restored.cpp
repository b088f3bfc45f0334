// Changes rbx, the direction flag, the x87 control word and the MMX registers, and restores them
// all. Its neighbours bug_rbx, bug_direction, bug_x87_precision and bug_no_emms each forget one.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(lerp_joints, blend<Lerp>,
                  "mov %rbx, -8(%rsp)\nxor %ebx, %ebx\nmov -8(%rsp), %rbx\n"
                  "movq %rdi, %mm0\nemms\n"
                  "std\ncld",
                  "fnstcw -8(%rsp)\nfnstcw -6(%rsp)\nandw $0xfcff, -6(%rsp)\n"
                  "fldcw -6(%rsp)\nfldcw -8(%rsp)")

const ulna_port* ulna_port_v1() {
  return offer("right_state_restored", &ulna_port::lerp_joints, planted_stub);
}
