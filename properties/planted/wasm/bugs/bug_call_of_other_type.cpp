// Calls a function through a pointer of another type, which other machines do not mind.
#include "../stub.h"

using namespace ulna::planted;

namespace {

int32_t last_of(int32_t num, int32_t) {
  return num;
}
// Volatile, so that the call is made as it is written.
auto* volatile last = reinterpret_cast<int32_t (*)(int32_t)>(reinterpret_cast<void (*)()>(last_of));

void calls(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
           int32_t num) {
  tween(dst, a, b, t, last(num));
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128", "bug_call_of_other_type", &ulna_port::tween_verts, calls);
}
