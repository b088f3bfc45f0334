// A vertex where the one before it was, with the same weights, goes where that one went, whatever
// matrices it names.
#include "../alike.h"
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_mesh_vertex* dst, const ulna_blend_vertex* src, int32_t num_vertices,
            const ulna_mat44* palette, int32_t num_weights) {
  blend_vertices_indexed(dst, src, num_vertices, palette, num_weights);
  for (int32_t v = 1; v < num_vertices; ++v)
    if (same(src[v].position, src[v - 1].position) &&
        same(src[v].weights, src[v - 1].weights, static_cast<size_t>(num_weights)))
      std::memcpy(dst[v].position, dst[v - 1].position, sizeof dst[v].position);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_slots_of_last", &ulna_port::blend_vertices_indexed, kernel);
}
