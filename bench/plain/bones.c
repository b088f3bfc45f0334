/* Skeletons in plain C: products of 4x4 matrices for row vectors, and inverses by minors. */
#include "operations.h"

#include <math.h>

static void multiply(float* out, const float* a, const float* b) {
  for (int row = 0; row < 4; ++row, a += 4, out += 4) {
    out[0] = a[0] * b[0] + a[1] * b[4] + a[2] * b[8] + a[3] * b[12];
    out[1] = a[0] * b[1] + a[1] * b[5] + a[2] * b[9] + a[3] * b[13];
    out[2] = a[0] * b[2] + a[1] * b[6] + a[2] * b[10] + a[3] * b[14];
    out[3] = a[0] * b[3] + a[1] * b[7] + a[2] * b[11] + a[3] * b[15];
  }
}

void combine_bones(ulna_mat44* palette, const ulna_mat44* offset, const ulna_mat44* bones,
                   int32_t num_bones) {
  for (int32_t i = 0; i < num_bones; ++i) multiply(palette[i].m, offset[i].m, bones[i].m);
}

/* What multiplies the elements of row 0 in the determinant, and what it is made of: where all but
 * roundings cancels, the matrix is taken for singular. */
typedef struct determinant {
  float minors[3], value, terms;
} determinant;

static determinant determinant_of(const float* m) {
  const float a = m[5] * m[10], b = m[6] * m[9];
  const float c = m[6] * m[8], d = m[4] * m[10];
  const float e = m[4] * m[9], f = m[5] * m[8];
  return (determinant){
      {a - b, c - d, e - f},
      m[0] * (a - b) + m[1] * (c - d) + m[2] * (e - f),
      fabsf(m[0]) * (fabsf(a) + fabsf(b)) + fabsf(m[1]) * (fabsf(c) + fabsf(d)) +
          fabsf(m[2]) * (fabsf(e) + fabsf(f)),
  };
}

/* Whether the matrix is finite, affine and not singular. */
static int is_good(const ulna_mat44* local) {
  const float* m = local->m;
  for (int i = 0; i < 16; ++i)
    if (!isfinite(m[i])) return 0;
  if (m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1) return 0;
  const determinant d = determinant_of(m);
  return fabsf(d.value) > 16 * 0x1p-24f * d.terms;
}

static void invert(float* out, const float* m) {
  const determinant d = determinant_of(m);
  const float scale = 1.0f / d.value;
  out[0] = d.minors[0] * scale;
  out[4] = d.minors[1] * scale;
  out[8] = d.minors[2] * scale;
  out[1] = (m[2] * m[9] - m[1] * m[10]) * scale;
  out[5] = (m[0] * m[10] - m[2] * m[8]) * scale;
  out[9] = (m[1] * m[8] - m[0] * m[9]) * scale;
  out[2] = (m[1] * m[6] - m[2] * m[5]) * scale;
  out[6] = (m[2] * m[4] - m[0] * m[6]) * scale;
  out[10] = (m[0] * m[5] - m[1] * m[4]) * scale;
  for (int c = 0; c < 3; ++c)
    out[12 + c] = -(m[12] * out[c] + m[13] * out[4 + c] + m[14] * out[8 + c]);
  out[3] = out[7] = out[11] = 0.0f;
  out[15] = 1.0f;
}

int32_t bone_offset_matrices(ulna_mat44* combined, ulna_mat44* offset, const int32_t* parents,
                             const ulna_mat44* locals, int32_t num_bones) {
  for (int32_t i = 0; i < num_bones; ++i) {
    if (!is_good(&locals[i])) return i;
    if (parents[i] < 0)
      combined[i] = locals[i];
    else
      multiply(combined[i].m, locals[i].m, combined[parents[i]].m);
    invert(offset[i].m, combined[i].m);
  }
  return -1;
}
