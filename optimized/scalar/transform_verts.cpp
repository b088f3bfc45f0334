#include "../common/operations.h"
#include "../common/weights.h"
#include "matrix.h"

void transform_verts(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
                     const ulna_vec4* base, const ulna_joint_weight* weights, int32_t) {
  for (int32_t i = 0; i < num_verts; i++) {
    Vec3 sum = {0.0f, 0.0f, 0.0f};
    bool last;
    do {
      const Vec3 v = transform(joint_matrix(joints, *weights).m, *base++);
      sum = {sum.x + v.x, sum.y + v.y, sum.z + v.z};
      last = is_last_influence(*weights++);
    } while (!last);
    store(verts[i].position, sum);
  }
}
