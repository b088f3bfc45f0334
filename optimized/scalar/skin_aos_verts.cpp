#include "../common/operations.h"
#include "collapsed.h"

void skin_aos_verts(ulna_mesh_vertex* dst, const float* positions, const float* normals,
                    const ulna_mat44* palette, const uint8_t* joint_indices,
                    const float* joint_weights, int32_t num_influences, int32_t num_verts) {
  for (int32_t i = 0; i < num_verts; i++) {
    skin(dst[i], positions, normals,
         collapsed(palette, joint_indices, joint_weights, num_influences));
    positions += 3;
    normals += 3;
    joint_indices += num_influences;
    joint_weights += num_influences;
  }
}
