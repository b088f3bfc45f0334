// Spills its first two arguments above the return address, the home space that callers on Windows
// provide. Under System V that is the caller's own frame.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(transform_verts, transform_verts<>, "mov %rdi, 8(%rsp)\nmov %rsi, 16(%rsp)", "")

const ulna_port* ulna_port_v1() {
  return offer("bug_home_space", &ulna_port::transform_verts, planted_stub);
}
