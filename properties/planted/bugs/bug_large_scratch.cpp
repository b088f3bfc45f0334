// From 65,536 vertices on, differences go through a buffer that all threads share.
#include "../bones.h"

#include <algorithm>

using namespace ulna::planted;

namespace {

constexpr int32_t kLarge = 65536, kBlock = 256;
ulna_mesh_vertex block[kBlock];

void kernel(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
            int32_t num_vertices) {
  if (num_vertices < kLarge) return tween_verts(dst, a, b, t, num_vertices);
  for (int32_t i = 0; i < num_vertices; i += kBlock) {
    const int32_t count = std::min(kBlock, num_vertices - i);
    tween_verts(block, a + i, b + i, t, count);
    std::copy_n(block, count, dst + i);
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_large_scratch", &ulna_port::tween_verts, kernel);
}
