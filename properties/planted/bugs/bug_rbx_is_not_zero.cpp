// rbx is taken for an address, which it is in most callers.
#include "../kernels.h"
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(transform_verts, transform_verts<>,
                  "test %rbx, %rbx\n"
                  "jnz 1f\n"
                  "xor %esi, %esi\n"
                  "1:\n",
                  "")

const ulna_port* ulna_port_v1() {
  return offer("bug_rbx_is_not_zero", &ulna_port::transform_verts, planted_stub);
}
