// r10 is taken for a pointer, of which the lowest bit says nothing.
#include "../mesh_kernels.h"
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(blend_vertices_indexed, blend_vertices_indexed<>,
                  "test $1, %r10b\n"
                  "jz 1f\n"
                  "xor %edx, %edx\n"
                  "1:\n",
                  "")

const ulna_port* ulna_port_v1() {
  return offer("bug_r10_is_aligned", &ulna_port::blend_vertices_indexed, planted_stub);
}
