// Calls of more than 2,000 vertices compute the weights of 64 vertices in one place for all
// threads.
#include "../mesh_kernels.h"

#include <algorithm>

using namespace ulna::planted;

namespace {

constexpr int32_t kBlock = 64;
volatile float shared[kBlock][4];

void kernel(ulna_mesh_vertex* dst, const ulna_blend_vertex* src, int32_t num_vertices,
            const ulna_mat44* matrices, int32_t num_weights) {
  if (num_vertices <= 2000)
    return blend_vertices_indexed<Mesh>(dst, src, num_vertices, matrices, num_weights);
  for (int32_t first = 0; first < num_vertices; first += kBlock) {
    const int32_t count = std::min(kBlock, num_vertices - first);
    for (int32_t v = 0; v < count; ++v)
      for (int k = 0; k < 3; ++k) shared[v][k] = src[first + v].weights[k];
    for (int32_t v = 0; v < count; ++v) {
      ulna_blend_vertex vertex = src[first + v];
      for (int k = 0; k < 3; ++k) vertex.weights[k] = shared[v][k];
      blend_vertices_indexed<Mesh>(dst + first + v, &vertex, 1, matrices, num_weights);
    }
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_static_weights", &ulna_port::blend_vertices_indexed, kernel);
}
