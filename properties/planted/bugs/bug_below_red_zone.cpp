// Keeps its count below the red zone, where a signal in the middle of the call puts its frame.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(slerp_joints, blend<Slerp>,
                  "mov %ecx, -1000(%rsp)\n xor %ecx, %ecx\n mov -1000(%rsp), %ecx\n", "")

const ulna_port* ulna_port_v1() {
  return offer("bug_below_red_zone", &ulna_port::slerp_joints, planted_stub);
}
