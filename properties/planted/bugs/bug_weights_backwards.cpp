// Weight k belongs to the k-th matrix from the end.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Mesh {
  template <class Port>
  static float weight(const ulna_blend_vertex& v, int32_t k, int32_t num_weights) {
    return Mesh::weight<Port>(v, num_weights - k, num_weights);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_weights_backwards", &ulna_port::blend_vertices, blend_vertices<Bug>);
}
