// The count is subtracted with borrow, before anything has cleared the carry.
#include "../bones.h"
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(combine_bones, combine_bones<>, "sbb $0, %ecx\n", "")

const ulna_port* ulna_port_v1() {
  return offer("bug_carry_is_clear", &ulna_port::combine_bones, planted_stub);
}
