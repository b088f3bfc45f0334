/* What is done to the vertices of a mesh beside skinning, in plain C. */
#include "operations.h"

void tween_verts(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b,
                 float t, int32_t num_vertices) {
  const float rest = 1.0f - t;
  for (int32_t v = 0; v < num_vertices; ++v) {
    for (int i = 0; i < 3; ++i) {
      dst[v].position[i] = a[v].position[i] * rest + b[v].position[i] * t;
      dst[v].normal[i] = a[v].normal[i] * rest + b[v].normal[i] * t;
    }
  }
}

void derive_bitangents(ulna_vec4* bitangents, const ulna_vertex* verts, int32_t num_verts) {
  for (int32_t v = 0; v < num_verts; ++v) {
    const ulna_vec4 *n = &verts[v].normal, *t = &verts[v].tangent;
    bitangents[v].x = t->w * (n->y * t->z - n->z * t->y);
    bitangents[v].y = t->w * (n->z * t->x - n->x * t->z);
    bitangents[v].z = t->w * (n->x * t->y - n->y * t->x);
  }
}

/* A counting sort. */
void sort_verts_by_influences(uint32_t* places, uint32_t* new_indices, int32_t counts[4],
                              const uint8_t* num_influences, const uint32_t* indices,
                              int32_t num_verts, int32_t num_indices) {
  uint32_t next[5] = {0};
  for (int k = 0; k < 4; ++k) counts[k] = 0;
  for (int32_t v = 0; v < num_verts; ++v) ++counts[num_influences[v] - 1];
  for (int k = 1; k < 4; ++k) next[k + 1] = next[k] + (uint32_t)counts[k - 1];
  for (int32_t v = 0; v < num_verts; ++v) places[v] = next[num_influences[v]]++;
  for (int32_t i = 0; i < num_indices; ++i) new_indices[i] = places[indices[i]];
}
