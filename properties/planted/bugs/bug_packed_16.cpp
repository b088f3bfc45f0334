// The loop for packed vertices counts 16 bits.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(void* dst, int32_t dst_stride, const void* src, int32_t src_stride,
            int32_t num_vertices, int32_t has_normals, const ulna_mat44* palette,
            const ulna_mat44* normal_palette, const uint32_t* first_influence,
            const ulna_influence* influences, float min_influence) {
  constexpr int32_t kPacked = sizeof(ulna_mesh_vertex);
  const bool packed = dst_stride == kPacked && src_stride == kPacked;
  update_skinned_mesh(dst, dst_stride, src, src_stride,
                      packed ? num_vertices & 0xffff : num_vertices, has_normals, palette,
                      normal_palette, first_influence, influences, min_influence);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_packed_16", &ulna_port::update_skinned_mesh, kernel);
}
