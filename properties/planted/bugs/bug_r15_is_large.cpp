// r15, which was to hold a limit, was never set, and a caller's is larger than any count.
#include "../bones.h"
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, tween_verts<>,
                  "cmp $0x10000, %r15d\n"
                  "ja 1f\n"
                  "pxor %xmm0, %xmm0\n"
                  "1:\n",
                  "")

const ulna_port* ulna_port_v1() {
  return offer("bug_r15_is_large", &ulna_port::tween_verts, planted_stub);
}
