// The indices are looked at where there are none.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Mesh {
  static int32_t bone(const ulna_blend_vertex& v, int32_t k, bool) { return v.indices[k]; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_indices_always", &ulna_port::blend_vertices, blend_vertices<Bug>);
}
