// A bone that is where the bone of the influence before it is, is taken for that bone.
#include "../alike.h"
#include "../mesh_kernels.h"

#include <vector>

using namespace ulna::planted;

namespace {

void kernel(void* dst, int32_t dst_stride, const void* src, int32_t src_stride,
            int32_t num_vertices, int32_t has_normals, const ulna_mat44* palette,
            const ulna_mat44* normal_palette, const uint32_t* first_influence,
            const ulna_influence* influences, float min_influence) {
  if (num_vertices == 0) return;
  std::vector<ulna_influence> all(influences, influences + first_influence[num_vertices]);
  for (int32_t v = 0; v < num_vertices; ++v)
    for (uint32_t i = first_influence[v] + 1; i < first_influence[v + 1]; ++i)
      if (!(all[i].weight < min_influence) && !(all[i - 1].weight < min_influence) &&
          same(palette[all[i].bone].m + 12, palette[all[i - 1].bone].m + 12, 4))
        all[i].bone = all[i - 1].bone;
  update_skinned_mesh(dst, dst_stride, src, src_stride, num_vertices, has_normals, palette,
                      normal_palette, first_influence, all.data(), min_influence);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_bone_by_translation", &ulna_port::update_skinned_mesh, kernel);
}
