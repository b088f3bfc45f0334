// The last weight is read from the vertex where it has room for it.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Mesh {
  template <class Port>
  static float weight(const ulna_blend_vertex& v, int32_t k, int32_t num_weights) {
    return k < 3 ? v.weights[k] : Port::last_weight(v.weights, num_weights);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_last_weight_stored", &ulna_port::blend_vertices, blend_vertices<Bug>);
}
