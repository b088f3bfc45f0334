// A vertex of one matrix is expected to store its weight.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Mesh {
  template <class Port>
  static float weight(const ulna_blend_vertex& v, int32_t k, int32_t num_weights) {
    return num_weights == 0 ? v.weights[0] : Mesh::weight<Port>(v, k, num_weights);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_rigid_weightless", &ulna_port::blend_vertices_indexed,
               blend_vertices_indexed<Bug>);
}
