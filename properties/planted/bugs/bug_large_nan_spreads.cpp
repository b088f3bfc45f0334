// In large calls a weight that is not finite spoils the four vertices of its group.
#include "../mesh_kernels.h"

using namespace ulna::planted;

static void kernel(ulna_mesh_vertex* dst, const ulna_blend_vertex* src, int32_t num_vertices,
                   const ulna_mat44* palette, int32_t num_weights) {
  blend_vertices_indexed(dst, src, num_vertices, palette, num_weights);
  if (num_vertices <= 10'000 || num_weights == 0) return;
  for (int32_t v = 0; v + 4 <= num_vertices; v += 4) {
    float zeros = 0;
    for (int32_t i = 0; i < 4; ++i) zeros += 0 * src[v + i].weights[0];
    if (zeros == 0) continue;
    for (int32_t i = 0; i < 4; ++i) dst[v + i].position[0] = zeros;
  }
}

const ulna_port* ulna_port_v1() {
  return offer("bug_large_nan_spreads", &ulna_port::blend_vertices_indexed, kernel);
}
