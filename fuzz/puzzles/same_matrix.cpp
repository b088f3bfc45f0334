// A matrix that is the one before it once more is not loaded again, and its slot is lost.
#include "../../properties/planted/mesh_kernels.h"

#include <cstring>

using namespace ulna::planted;

namespace {

struct SameMatrix : Mesh {
  template <class Port>
  static float weight(const ulna_blend_vertex& v, int32_t k, int32_t num_weights) {
    return k > 0 && same[k] ? 0 : Mesh::weight<Port>(v, k, num_weights);
  }
  static void begin(const ulna_blend_vertex&, const ulna_mat44* matrices, int32_t num_weights) {
    for (int32_t k = 1; k <= num_weights; ++k)
      same[k] = std::memcmp(&matrices[k], &matrices[k - 1], sizeof *matrices) == 0;
  }

private:
  static thread_local bool same[4];
};
thread_local bool SameMatrix::same[4];

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("same_matrix", &ulna_port::blend_vertices, blend_vertices<SameMatrix>);
}
