// Any length of vectors, four registers together.
#include "../vectors.h"

using namespace ulna::planted;

ULNA_PLANTED_VECTORS("vsetvli %0, %4, e32, m4, ta, ma", "vse32.v v8, (%1)")

const ulna_port* ulna_port_v1() {
  return offer_on("v", "right_vectors", &ulna_port::tween_verts, vectors);
}
