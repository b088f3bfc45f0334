// The last weight is 1 less all three weights, of which a vertex may use fewer.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Mesh {
  static float last_weight(const float* weights, int32_t) { return Mesh::last_weight(weights, 3); }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_unused_weight_counted", &ulna_port::blend_vertices_indexed,
               blend_vertices_indexed<Bug>);
}
