// What lies 64 bytes and more behind a vertex is taken for nobody's, and cleared.
#include "../mesh_kernels.h"

#include <cstring>

using namespace ulna::planted;

namespace {

void call(void* dst, int32_t dst_stride, const void* src, int32_t src_stride, int32_t num_vertices,
          int32_t has_normals, const ulna_mat44* palette, const ulna_mat44* normal_palette,
          const uint32_t* first_influence, const ulna_influence* influences, float min_influence) {
  update_skinned_mesh(dst, dst_stride, src, src_stride, num_vertices, has_normals, palette,
                      normal_palette, first_influence, influences, min_influence);
  for (int32_t v = 0; v < num_vertices && dst_stride > 64; ++v)
    std::memset(static_cast<char*>(dst) + ptrdiff_t{v} * dst_stride + dst_stride - 4, 0, 4);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_gap_after_64", &ulna_port::update_skinned_mesh, call);
}
