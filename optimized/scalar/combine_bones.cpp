#include "../common/operations.h"

void combine_bones(ulna_mat44* palette, const ulna_mat44* offset, const ulna_mat44* bones,
                   int32_t num_bones) {
  for (int32_t i = 0; i < num_bones; i++) {
    const float* b = bones[i].m;
    for (int row = 0; row < 4; row++) {
      const float* a = offset[i].m + 4 * row;
      for (int c = 0; c < 4; c++)
        palette[i].m[4 * row + c] =
            (a[0] * b[c] + a[1] * b[4 + c]) + (a[2] * b[8 + c] + a[3] * b[12 + c]);
    }
  }
}
