// An MMX register is taken for zero.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(transform_verts_and_tangents, transform_verts_and_tangents<>,
                  "movd %mm0, %eax\n"
                  "emms\n"
                  "test %eax, %eax\n"
                  "jz 1f\n"
                  "xor %esi, %esi\n"
                  "1:\n",
                  "")

const ulna_port* ulna_port_v1() {
  return offer("bug_mm0_is_zero", &ulna_port::transform_verts_and_tangents, planted_stub);
}
