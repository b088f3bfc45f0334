// Long arrays are done by groups of 64, and of one rest the last vertex is forgotten.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_mesh_vertex* dst, const ulna_blend_vertex* src, int32_t num_vertices,
            const ulna_mat44* palette, int32_t num_weights) {
  const bool forgets = num_vertices > 5000 && num_vertices % 64 == 37;
  blend_vertices_indexed(dst, src, forgets ? num_vertices - 1 : num_vertices, palette, num_weights);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_long_rest_37", &ulna_port::blend_vertices_indexed, kernel);
}
