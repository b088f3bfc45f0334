// 256 bytes of the stack are taken by a subtraction and given back by setting a bit: right where
// the bit was set before.
#include "../kernels.h"
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(transform_verts, transform_verts<>, "sub $0x100, %rsp\n", "or $0x100, %rsp\n")

const ulna_port* ulna_port_v1() {
  return offer("bug_stack_bit_is_free", &ulna_port::transform_verts, planted_stub);
}
