// With two slots the place of a vertex is kept in 16 bits: later ones are read from the beginning.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_mesh_vertex* dst, const ulna_blend_vertex* src, int32_t num_vertices,
            const ulna_mat44* matrices, int32_t num_weights) {
  constexpr int32_t kMost = 1 << 16;
  for (int32_t first = 0; first < num_vertices; first += kMost) {
    const int32_t rest = num_vertices - first;
    blend_mesh<Mesh, false>(dst + first, num_weights == 1 ? src : src + first,
                            rest < kMost ? rest : kMost, matrices, num_weights);
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_one_weight_16", &ulna_port::blend_vertices, kernel);
}
