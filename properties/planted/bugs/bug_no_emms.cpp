// MMX registers are used without emms at the end, so all x87 tags are full, and the caller's next
// long double is a NaN.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(transform_verts_and_tangents, transform_verts_and_tangents<Skin>,
                  "movq %rdi, %mm0", "")

const ulna_port* ulna_port_v1() {
  return offer("bug_no_emms", &ulna_port::transform_verts_and_tangents, planted_stub);
}
