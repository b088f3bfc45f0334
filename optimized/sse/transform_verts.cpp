#include "../common/operations.h"
#include "row_sums.h"

void transform_verts(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
                     const ulna_vec4* base, const ulna_joint_weight* weights, int32_t) {
  skin_positions<store_row_sums>(verts, num_verts, joints, base, weights);
}
