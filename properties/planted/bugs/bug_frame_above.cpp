// Makes room for 400 bytes on the wrong side of the stack pointer, stores something at the end of
// them, and gives them back.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(slerp_joints, blend<Slerp>,
                  "mov %rsp, %rax\nadd $400, %rsp\nmovups %xmm0, (%rsp)\nmov %rax, %rsp", "")

const ulna_port* ulna_port_v1() {
  return offer("bug_frame_above", &ulna_port::slerp_joints, planted_stub);
}
