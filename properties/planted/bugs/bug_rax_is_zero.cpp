// rax is taken for zero, and holds what the caller computed last.
#include "../mesh_kernels.h"
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(blend_vertices, blend_vertices<>,
                  "test %rax, %rax\n"
                  "jz 1f\n"
                  "xor %edx, %edx\n"
                  "1:\n",
                  "")

const ulna_port* ulna_port_v1() {
  return offer("bug_rax_is_zero", &ulna_port::blend_vertices, planted_stub);
}
