// A palette has at most 128 matrices, half of what the indices can name.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Mesh {
  static int32_t bone(const ulna_blend_vertex& v, int32_t k, bool) { return v.indices[k] & 127; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_palette_128", &ulna_port::blend_vertices_indexed, blend_vertices_indexed<Bug>);
}
