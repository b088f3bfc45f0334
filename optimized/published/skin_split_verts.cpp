#include "../common/operations.h"
#include "scalar_moves.h"

void skin_split_verts(ulna_mesh_vertex* dst, const ulna_mesh_vertex* src, const ulna_mat44* palette,
                      const uint16_t* joint_indices, const float* joint_weights,
                      int32_t num_verts) {
  for (ptrdiff_t i = 0; i < num_verts; i++)
    skin_vertex(dst[i], src[i], palette, joint_indices + 4 * i, joint_weights + 4 * i);
}
