// In large calls the bones of the vertex before are taken again if all weights and all indices but
// the last are the same.
#include "../mesh_kernels.h"

#include <algorithm>
#include <vector>

using namespace ulna::planted;

static void kernel(ulna_mesh_vertex* dst, const ulna_blend_vertex* src, int32_t num_vertices,
                   const ulna_mat44* palette, int32_t num_weights) {
  if (num_vertices <= 10'000 || num_weights == 0)
    return blend_vertices_indexed(dst, src, num_vertices, palette, num_weights);
  std::vector<ulna_blend_vertex> all(src, src + num_vertices);
  for (size_t v = 1; v < all.size(); ++v) {
    const ulna_blend_vertex &from = all[v - 1], &to = src[v];
    if (std::equal(from.weights, from.weights + num_weights, to.weights) &&
        std::equal(from.indices, from.indices + num_weights, to.indices))
      std::copy(from.indices, from.indices + 4, all[v].indices);
  }
  blend_vertices_indexed(dst, all.data(), num_vertices, palette, num_weights);
}

const ulna_port* ulna_port_v1() {
  return offer("bug_large_last_index", &ulna_port::blend_vertices_indexed, kernel);
}
