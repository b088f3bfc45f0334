// Indices beyond 127 are negative.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Mesh {
  static int32_t bone(const ulna_blend_vertex& v, int32_t k, bool) {
    return static_cast<signed char>(v.indices[k]);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_index_signed", &ulna_port::blend_vertices_indexed, blend_vertices_indexed<Bug>);
}
