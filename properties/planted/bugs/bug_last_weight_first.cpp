// The weight that is not stored is given to the first matrix.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Mesh {
  template <class Port>
  static float weight(const ulna_blend_vertex& v, int32_t k, int32_t num_weights) {
    return k > 0 ? v.weights[k - 1] : Port::last_weight(v.weights, num_weights);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_last_weight_first", &ulna_port::blend_vertices, blend_vertices<Bug>);
}
