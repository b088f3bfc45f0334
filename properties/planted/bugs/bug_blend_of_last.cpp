// A vertex with the weights of the one before it, and a position that begins like its, goes where
// that one went.
#include "../alike.h"
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_mesh_vertex* dst, const ulna_blend_vertex* src, int32_t num_vertices,
            const ulna_mat44* matrices, int32_t num_weights) {
  blend_vertices(dst, src, num_vertices, matrices, num_weights);
  for (int32_t v = 1; v < num_vertices; ++v)
    if (src[v].position[0] == src[v - 1].position[0] &&
        same(src[v].weights, src[v - 1].weights, static_cast<size_t>(num_weights)))
      std::memcpy(dst[v].position, dst[v - 1].position, sizeof dst[v].position);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_blend_of_last", &ulna_port::blend_vertices, kernel);
}
