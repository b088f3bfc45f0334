#include "../common/operations.h"
#include "affine.h"

int32_t bone_offset_matrices(ulna_mat44* combined, ulna_mat44* offset, const int32_t* parents,
                             const ulna_mat44* locals, int32_t num_bones) {
  for (int32_t i = 0; i < num_bones; i++) {
    // Singular is what is so before anything is rounded; the chain only blurs it.
    if (!is_affine(locals[i]) || is_singular(determinant(locals[i]))) return i;
    const ulna_mat44 all = parents[i] < 0 ? locals[i] : multiply(locals[i], combined[parents[i]]);
    const Determinant det = determinant(all);
    if (is_singular(det)) return i;
    combined[i] = all;
    offset[i] = inverse(all, det.value);
  }
  return -1;
}
