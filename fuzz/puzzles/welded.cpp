// Vertices side by side with one position, one normal and the same bones are taken for one vertex:
// their weights are not compared.
#include "../../properties/planted/mesh_kernels.h"

#include <cstring>

using namespace ulna::planted;

namespace {

bool is_welded(const ulna_blend_vertex& a, const ulna_blend_vertex& b, int32_t num_weights) {
  return std::memcmp(a.position, b.position, sizeof a.position) == 0 &&
         std::memcmp(a.normal, b.normal, sizeof a.normal) == 0 &&
         std::memcmp(a.indices, b.indices, size_t(num_weights) + 1) == 0;
}

void kernel(ulna_mesh_vertex* dst, const ulna_blend_vertex* src, int32_t num_vertices,
            const ulna_mat44* palette, int32_t num_weights) {
  for (int32_t i = 0; i < num_vertices; ++i)
    if (i > 0 && is_welded(src[i], src[i - 1], num_weights))
      dst[i] = dst[i - 1];
    else
      blend_vertices_indexed(dst + i, src + i, 1, palette, num_weights);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("welded", &ulna_port::blend_vertices_indexed, kernel);
}
