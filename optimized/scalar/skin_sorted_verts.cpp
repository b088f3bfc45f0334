// Each vector is multiplied by each of its matrices, and the products are weighted.
#include "../common/operations.h"

namespace {

void multiply(float* out, const ulna_vec4& v, const float* m) {
  for (int c = 0; c < 4; c++)
    out[c] = v.x * m[c] + v.y * m[4 + c] + v.z * m[8 + c] + v.w * m[12 + c];
}

// One influence has the weight 1, which is not stored: weights are not read.
ulna_vec4 skin(const ulna_vec4& v, const ulna_mat44* palette, const uint16_t* indices,
               const float* weights, int influences) {
  float sum[4];
  multiply(sum, v, palette[indices[0]].m);
  if (influences > 1) {
    for (float& component : sum) component *= weights[0];
    for (int k = 1; k < influences; k++) {
      float product[4];
      multiply(product, v, palette[indices[k]].m);
      for (int c = 0; c < 4; c++) sum[c] += weights[k] * product[c];
    }
  }
  return {sum[0], sum[1], sum[2], sum[3]};
}

} // namespace

void skin_sorted_verts(ulna_vec4* positions, ulna_vec4* normals, const ulna_vec4* src_positions,
                       const ulna_vec4* src_normals, const ulna_mat44* palette,
                       const uint16_t* joint_indices, const float* joint_weights,
                       const int32_t counts[4]) {
  for (int influences = 1; influences <= 4; influences++) {
    for (int32_t left = counts[influences - 1]; left > 0; left--) {
      *positions++ = skin(*src_positions++, palette, joint_indices, joint_weights, influences);
      if (normals)
        *normals++ = skin(*src_normals++, palette, joint_indices, joint_weights, influences);
      joint_indices += influences;
      if (influences > 1) joint_weights += influences;
    }
  }
}
