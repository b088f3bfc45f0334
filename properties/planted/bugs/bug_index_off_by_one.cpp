// Palettes are counted from one.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Mesh {
  static int32_t bone(const ulna_blend_vertex& v, int32_t k, bool) {
    return v.indices[k] > 0 ? v.indices[k] - 1 : 0;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_index_off_by_one", &ulna_port::blend_vertices_indexed,
               blend_vertices_indexed<Bug>);
}
