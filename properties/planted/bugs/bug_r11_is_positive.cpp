// r11 is taken for positive, as a loop counter that nobody has set.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(transform_verts, transform_verts<>,
                  "test %r11, %r11\n"
                  "jns 1f\n"
                  "xor %esi, %esi\n"
                  "1:\n",
                  "")

const ulna_port* ulna_port_v1() {
  return offer("bug_r11_is_positive", &ulna_port::transform_verts, planted_stub);
}
