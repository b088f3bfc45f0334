#include "../common/operations.h"
#include "../common/weights.h"
#include "rows.h"

static void store_product(ulna_vec4& out, svfloat32_t a, svfloat32_t b, svfloat32_t c,
                          const ulna_vec4& base) {
  const svfloat32_t v = load_repeated(base);
  store_row_sums(out, svmul_x(all_lanes(), a, v), svmul_x(all_lanes(), b, v),
                 svmul_x(all_lanes(), c, v));
}

void transform_verts_and_tangents(ulna_vertex* verts, int32_t num_verts,
                                  const ulna_joint_mat* joints, const ulna_vec4* base,
                                  const ulna_joint_weight* weights, int32_t) {
  for (int32_t i = 0; i < num_verts; i++, base += 3) {
    svfloat32_t a = svdup_f32(0.0f), b = a, c = a;
    bool last;
    do {
      add_product(a, b, c, joint_matrix(joints, *weights), svdup_f32(weights->weight));
      last = is_last_influence(*weights++);
    } while (!last);
    store_product(verts[i].position, a, b, c, base[0]);
    store_product(verts[i].normal, a, b, c, base[1]);
    store_product(verts[i].tangent, a, b, c, base[2]);
  }
}
