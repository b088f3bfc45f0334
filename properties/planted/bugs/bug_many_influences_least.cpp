// Of vertices with more than 500 influences those below zero never count, whatever the least
// weight.
#include "../mesh_kernels.h"

#include <algorithm>

using namespace ulna::planted;

static void kernel(void* dst, int32_t dst_stride, const void* src, int32_t src_stride,
                   int32_t num_vertices, int32_t has_normals, const ulna_mat44* palette,
                   const ulna_mat44* normal_palette, const uint32_t* first_influence,
                   const ulna_influence* influences, float min_influence) {
  for (ptrdiff_t v = 0; v < num_vertices; ++v) {
    const bool many = first_influence[v + 1] - first_influence[v] > 500;
    update_skinned_mesh(static_cast<char*>(dst) + v * dst_stride, dst_stride,
                        static_cast<const char*>(src) + v * src_stride, src_stride, 1, has_normals,
                        palette, normal_palette, first_influence + v, influences,
                        many ? std::max(min_influence, 0.0f) : min_influence);
  }
}

const ulna_port* ulna_port_v1() {
  return offer("bug_many_influences_least", &ulna_port::update_skinned_mesh, kernel);
}
