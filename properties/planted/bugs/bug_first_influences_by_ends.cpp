// A copy of first_influence is kept, and known again by its address, its length and its ends.
#include "../mesh_kernels.h"

#include <vector>

using namespace ulna::planted;

static void kernel(void* dst, int32_t dst_stride, const void* src, int32_t src_stride,
                   int32_t num_vertices, int32_t has_normals, const ulna_mat44* palette,
                   const ulna_mat44* normal_palette, const uint32_t* first_influence,
                   const ulna_influence* influences, float min_influence) {
  static thread_local const uint32_t* address;
  static thread_local std::vector<uint32_t> kept;
  if (num_vertices <= 0) return;
  const size_t count = size_t(num_vertices) + 1;
  const bool known = address == first_influence && kept.size() == count &&
                     kept.front() == first_influence[0] &&
                     kept.back() == first_influence[count - 1];
  if (!known) kept.assign(first_influence, first_influence + count);
  address = first_influence;
  update_skinned_mesh(dst, dst_stride, src, src_stride, num_vertices, has_normals, palette,
                      normal_palette, kept.data(), influences, min_influence);
}

const ulna_port* ulna_port_v1() {
  return offer("bug_first_influences_by_ends", &ulna_port::update_skinned_mesh, kernel);
}
