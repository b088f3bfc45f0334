// Keeps the first vertex for the meshes at these addresses, whatever they then hold.
#include "../stub.h"

using namespace ulna::planted;

namespace {

struct Kept {
  const ulna_mesh_vertex *a, *b;
  ulna_mesh_vertex first;
};
Kept kept;

void remembers(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
               int32_t num) {
  if (num == 0) return;
  tween(dst, a, b, t, num);
  if (a != kept.a || b != kept.b) kept = {a, b, dst[0]};
  dst[0] = kept.first;
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128", "bug_kept_by_address", &ulna_port::tween_verts, remembers);
}
