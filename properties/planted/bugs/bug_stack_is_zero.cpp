// A local variable is read before it is written: in a new thread the stack is zero.
#include "../bones.h"
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(bone_offset_matrices, bone_offset_matrices<>,
                  "cmpl $0, -1000(%rsp)\n"
                  "je 1f\n"
                  "xor %r8d, %r8d\n"
                  "1:\n",
                  "")

const ulna_port* ulna_port_v1() {
  return offer("bug_stack_is_zero", &ulna_port::bone_offset_matrices, planted_stub);
}
