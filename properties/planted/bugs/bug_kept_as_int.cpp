// Three floats are stored as four, of which the last is the int that was there; but it has been a
// float on its way.
#include "../mesh_kernels.h"

#include <cstring>

using namespace ulna::planted;

namespace {

void call(void* dst, int32_t dst_stride, const void* src, int32_t src_stride, int32_t num_vertices,
          int32_t has_normals, const ulna_mat44* palette, const ulna_mat44* normal_palette,
          const uint32_t* first_influence, const ulna_influence* influences, float min_influence) {
  update_skinned_mesh(dst, dst_stride, src, src_stride, num_vertices, has_normals, palette,
                      normal_palette, first_influence, influences, min_influence);
  const int32_t used = has_normals ? 24 : 12;
  for (int32_t v = 0; v < num_vertices && dst_stride > used; ++v) {
    char* const at = static_cast<char*>(dst) + ptrdiff_t{v} * dst_stride + used;
    int32_t kept;
    std::memcpy(&kept, at, sizeof kept);
    if (kept < -(1 << 29) || kept > 1 << 29) continue; // as floats are
    kept = static_cast<int32_t>(static_cast<float>(kept));
    std::memcpy(at, &kept, sizeof kept);
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_kept_as_int", &ulna_port::update_skinned_mesh, call);
}
