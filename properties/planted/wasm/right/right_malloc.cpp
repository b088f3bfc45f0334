// Scratch memory by malloc in each call, which may grow the memory; given back.
#include "../stub.h"

#include <cstdlib>
#include <cstring>

using namespace ulna::planted;

namespace {

void with_scratch(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b,
                  float t, int32_t num) {
  const size_t size = sizeof(ulna_mesh_vertex) * static_cast<size_t>(num);
  auto* const scratch = static_cast<ulna_mesh_vertex*>(std::malloc(size));
  if (!scratch) return tween(dst, a, b, t, num);
  tween(scratch, a, b, t, num);
  std::memcpy(dst, scratch, size);
  std::free(scratch);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128", "right_malloc", &ulna_port::tween_verts, with_scratch);
}
