// A jump looks at the zero flag before a comparison has set it.
#include "../distant_kernels.h"
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(transform_verts_and_tangents_lod, transform_verts_and_tangents_lod<>,
                  "jnz 1f\n"
                  "xor %esi, %esi\n"
                  "1:\n",
                  "")

const ulna_port* ulna_port_v1() {
  return offer("bug_zero_flag_is_clear", &ulna_port::transform_verts_and_tangents_lod,
               planted_stub);
}
