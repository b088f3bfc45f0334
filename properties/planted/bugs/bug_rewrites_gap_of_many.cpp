// From 32 vertices on, of elements of 16 bytes: makes a vertex in a copy of its element, and copies
// that back.
#include "../mesh_kernels.h"

#include <cstring>

using namespace ulna::planted;

namespace {

void call(void* dst, int32_t dst_stride, const void* src, int32_t src_stride, int32_t num_vertices,
          int32_t has_normals, const ulna_mat44* palette, const ulna_mat44* normal_palette,
          const uint32_t* first_influence, const ulna_influence* influences, float min_influence) {
  char element[16];
  if (num_vertices < 32 || dst_stride != sizeof element)
    return update_skinned_mesh(dst, dst_stride, src, src_stride, num_vertices, has_normals, palette,
                               normal_palette, first_influence, influences, min_influence);
  for (int32_t v = 0; v < num_vertices; ++v) {
    char* const to = static_cast<char*>(dst) + ptrdiff_t{v} * dst_stride;
    const char* const from = static_cast<const char*>(src) + ptrdiff_t{v} * src_stride;
    std::memcpy(element, to, sizeof element);
    update_skinned_mesh(element, dst_stride, from, src_stride, 1, has_normals, palette,
                        normal_palette, first_influence + v, influences, min_influence);
    std::memcpy(to, element, sizeof element);
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_rewrites_gap_of_many", &ulna_port::update_skinned_mesh, call);
}
