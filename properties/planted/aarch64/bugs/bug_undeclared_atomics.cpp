// Counts its calls by an atomic instruction of Armv8.1, which cpu_features does not declare.
#include "../stub.h"

using namespace ulna::planted;

namespace {

int64_t calls = 0;

void counts(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
            int32_t num) {
  asm volatile(".arch_extension lse\n stadd %1, %0" : "+Q"(calls) : "r"(int64_t{1}));
  tween(dst, a, b, t, num);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_undeclared_atomics", &ulna_port::tween_verts, counts);
}
