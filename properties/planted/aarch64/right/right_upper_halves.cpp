// Spoils what a function may spoil: the upper halves of v8 to v15 among it.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, tween, "",
                  "ins v8.d[1], xzr\n ins v15.d[1], xzr\n movi v16.16b, 0xff\n movi v31.16b, "
                  "0xff\n mov x9, -1\n mov x15, -1\n mov x18, -1\n cmp x9, x9")

const ulna_port* ulna_port_v1() {
  return offer("right_upper_halves", &ulna_port::tween_verts, planted_stub);
}
