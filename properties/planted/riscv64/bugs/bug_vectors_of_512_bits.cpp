// A register is taken for 512 bits: sixteen floats are thought to be done each time.
#include "../vectors.h"

using namespace ulna::planted;

ULNA_PLANTED_VECTORS("vsetvli %0, %4, e32, m1, ta, ma\n li %0, 16", "vse32.v v8, (%1)")

const ulna_port* ulna_port_v1() {
  return offer_on("v", "bug_vectors_of_512_bits", &ulna_port::tween_verts, vectors);
}
