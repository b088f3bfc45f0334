// All four matrices of a vertex are fetched, of which it may use fewer.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Mesh {
  static void begin(const ulna_blend_vertex& v, const ulna_mat44* palette, int32_t) {
    for (int k = 0; k < 4; ++k) load16(palette[v.indices[k]].m);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_unused_index_followed", &ulna_port::blend_vertices_indexed,
               blend_vertices_indexed<Bug>);
}
