#include "../common/operations.h"

// Counted first, then placed: two passes over the vertices, and no memory of its own.
void sort_verts_by_influences(uint32_t* places, uint32_t* new_indices, int32_t counts[4],
                              const uint8_t* num_influences, const uint32_t* indices,
                              int32_t num_verts, int32_t num_indices) {
  uint32_t count[4] = {};
  for (int32_t v = 0; v < num_verts; v++) count[num_influences[v] - 1]++;
  uint32_t next[4];
  uint32_t first = 0;
  for (int k = 0; k < 4; k++) {
    counts[k] = static_cast<int32_t>(count[k]);
    next[k] = first;
    first += count[k];
  }
  for (int32_t v = 0; v < num_verts; v++) places[v] = next[num_influences[v] - 1]++;
  for (int32_t i = 0; i < num_indices; i++) new_indices[i] = places[indices[i]];
}
