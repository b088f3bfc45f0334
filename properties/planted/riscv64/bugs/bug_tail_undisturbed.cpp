// Moves the first half of a group once more, and takes the tail behind it to stay as it was: `ta`
// allows it to be all ones.
#include "../vectors.h"

using namespace ulna::planted;

ULNA_PLANTED_VECTORS("vsetvli %0, %4, e32, m4, ta, ma",
                     "srli t0, %0, 1\n vsetvli zero, t0, e32, m4, ta, ma\n vmv.v.v v8, v8\n"
                     "vsetvli zero, %0, e32, m4, ta, ma\n vse32.v v8, (%1)")

const ulna_port* ulna_port_v1() {
  return offer_on("v", "bug_tail_undisturbed", &ulna_port::tween_verts, vectors);
}
