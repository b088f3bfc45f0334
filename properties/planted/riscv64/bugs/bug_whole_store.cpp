// The last vectors are stored whole.
#include "../vectors.h"

using namespace ulna::planted;

ULNA_PLANTED_VECTORS(
    "vsetvli %0, %4, e32, m4, ta, ma",
    "vsetvli zero, zero, e32, m4, ta, ma\n vsetvli t0, zero, e32, m4, ta, ma\n vse32.v v8, (%1)")

const ulna_port* ulna_port_v1() {
  return offer_on("v", "bug_whole_store", &ulna_port::tween_verts, vectors);
}
