#include "../common/mat44_rows.h"
#include "../common/operations.h"

void combine_bones(ulna_mat44* palette, const ulna_mat44* offset, const ulna_mat44* bones,
                   int32_t num_bones) {
  for (int32_t i = 0; i < num_bones; i++) {
    const Mat44Rows a = load(offset[i]);
    const Mat44Rows b = load(bones[i]);
    store(palette[i], {multiply(a.x, b), multiply(a.y, b), multiply(a.z, b), multiply(a.t, b)});
  }
}
