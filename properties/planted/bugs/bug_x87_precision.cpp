// The x87 unit is left at single precision. Games did this for speed, and libraries that counted on
// long double broke.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(slerp_joints, blend<Slerp>, "",
                  "fnstcw -8(%rsp)\nandw $0xfcff, -8(%rsp)\nfldcw -8(%rsp)")

const ulna_port* ulna_port_v1() {
  return offer("bug_x87_precision", &ulna_port::slerp_joints, planted_stub);
}
