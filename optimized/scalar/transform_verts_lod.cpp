#include "../common/operations.h"
#include "../common/weights.h"
#include "matrix.h"

void transform_verts_lod(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
                         const ulna_vec4* base, const ulna_joint_weight* weights, int32_t) {
  for (int32_t i = 0; i < num_verts; i++) {
    const ulna_joint_weight* const next = first_of_next(weights);
    const Vec3 v = transform(joint_matrix(joints, *weights).m, *base);
    store(verts[i].position, {v.x / base->w, v.y / base->w, v.z / base->w});
    base += next - weights;
    weights = next;
  }
}
