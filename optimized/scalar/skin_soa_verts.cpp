#include "../common/operations.h"
#include "collapsed.h"

void skin_soa_verts(ulna_mesh_vertex* dst, const ulna_soa_verts* src, const ulna_joint_mat* joints,
                    const uint8_t* joint_indices, const float* joint_weights,
                    int32_t num_influences, int32_t num_verts) {
  for (int32_t i = 0; i < num_verts; i++) {
    const float position[] = {src->x[i], src->y[i], src->z[i]};
    const float normal[] = {src->nx[i], src->ny[i], src->nz[i]};
    skin(dst[i], position, normal, collapsed(joints, joint_indices, joint_weights, num_influences));
    joint_indices += num_influences;
    joint_weights += num_influences;
  }
}
