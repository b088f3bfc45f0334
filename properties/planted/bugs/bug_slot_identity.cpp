// A vertex whose first matrix is the identity is copied, whatever its other matrices are.
#include "../mesh_kernels.h"
#include "../special.h"

using namespace ulna::planted;

namespace {

struct Bug : Mesh {
  static inline thread_local bool copies;

  static void begin(const ulna_blend_vertex& v, const ulna_mat44* matrices, int32_t) {
    copies = is_identity(matrices[v.indices[0]].m);
  }
  template <class Port>
  static float weight(const ulna_blend_vertex& v, int32_t k, int32_t num_weights) {
    return copies ? float(k == 0) : Mesh::weight<Port>(v, k, num_weights);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_slot_identity", &ulna_port::blend_vertices_indexed,
               blend_vertices_indexed<Bug>);
}
