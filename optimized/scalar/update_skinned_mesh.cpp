#include "../common/operations.h"
#include "mat44.h"

void update_skinned_mesh(void* dst, int32_t dst_stride, const void* src, int32_t src_stride,
                         int32_t num_vertices, int32_t has_normals, const ulna_mat44* palette,
                         const ulna_mat44* normal_palette, const uint32_t* first_influence,
                         const ulna_influence* influences, float min_influence) {
  if (!normal_palette) normal_palette = palette;
  const char* from = static_cast<const char*>(src);
  char* to = static_cast<char*>(dst);
  for (int32_t i = 0; i < num_vertices; i++, from += src_stride, to += dst_stride) {
    const float* vertex = reinterpret_cast<const float*>(from);
    float position[3] = {};
    float normal[3] = {};
    for (uint32_t k = first_influence[i]; k < first_influence[i + 1]; k++) {
      const ulna_influence influence = influences[k];
      if (influence.weight < min_influence) continue;
      add_position(position, influence.weight, vertex, palette[influence.bone].m);
      if (has_normals)
        add_normal(normal, influence.weight, vertex + 3, normal_palette[influence.bone].m);
    }
    float* out = reinterpret_cast<float*>(to);
    store(out, position);
    if (has_normals) store(out + 3, normal);
  }
}
