// Keeps the last bone's matrix by 16 bits of its number.
#include "../cut_keys.h"
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(void* dst, int32_t dst_stride, const void* src, int32_t src_stride,
            int32_t num_vertices, int32_t has_normals, const ulna_mat44* palette,
            const ulna_mat44* normal_palette, const uint32_t* first_influence,
            const ulna_influence* influences, float min_influence) {
  if (num_vertices == 0) return;
  const uint32_t begin = first_influence[0];
  std::vector<ulna_influence> changed(first_influence[num_vertices]);
  std::copy(influences + begin, influences + changed.size(), changed.begin() + begin);
  KeptByKey kept;
  for (size_t i = begin; i < changed.size(); ++i)
    changed[i].bone = uint32_t(kept(changed[i].bone, 1));
  update_skinned_mesh(dst, dst_stride, src, src_stride, num_vertices, has_normals, palette,
                      normal_palette, first_influence, changed.data(), min_influence);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_bone_key_16", &ulna_port::update_skinned_mesh, kernel);
}
