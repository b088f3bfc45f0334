// An invalid operation that MXCSR remembers is taken for one of this call.
#include "../stub.h"
#include "../uniform_kernels.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(reorder_palette, reorder_palette<>,
                  "stmxcsr -8(%rsp)\n"
                  "testb $1, -8(%rsp)\n"
                  "jz 1f\n"
                  "xor %edx, %edx\n"
                  "1:\n",
                  "")

const ulna_port* ulna_port_v1() {
  return offer("bug_sticky_is_clear", &ulna_port::reorder_palette, planted_stub);
}
