// Sets a length of vectors, which cpu_features does not declare.
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(tween_verts, tween, "vsetvli t0, zero, e32, m1, ta, ma", "")

const ulna_port* ulna_port_v1() {
  return offer("bug_undeclared_vectors", &ulna_port::tween_verts, planted_stub);
}
