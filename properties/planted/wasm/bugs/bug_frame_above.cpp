// Eight bytes of the caller's frame are taken for the port's own.
#include "../stub.h"

using namespace ulna::planted;

namespace {

void above(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
           int32_t num) {
  tween(dst, a, b, t, num);
  *reinterpret_cast<volatile int64_t*>(stack_pointer() + 8) = 0;
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128", "bug_frame_above", &ulna_port::tween_verts, above);
}
