#include "../common/operations.h"

void tween_verts(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b,
                 float t, int32_t num_vertices) {
  const float from = 1.0f - t;
  for (int32_t i = 0; i < num_vertices; i++) {
    for (int c = 0; c < 3; c++) {
      dst[i].position[c] = a[i].position[c] * from + b[i].position[c] * t;
      dst[i].normal[c] = a[i].normal[c] * from + b[i].normal[c] * t;
    }
  }
}
