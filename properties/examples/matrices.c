/* For adapt_test.py: products of matrices whose rows and columns are COLUMNS and so on: how an
 * element for column vectors is named. As C11 and as C++17. */
#include <string.h>

typedef struct Matrix {
  float m[OUTER][INNER];
} Matrix;

typedef struct Vector {
  float v[4];
} Vector;

/* Of an affine matrix that has no row for w that is that of an identity. */
static float at(const Matrix* m, int row, int column) {
  return ROWS_STORED == 3 && row == 3 ? (float)(column == 3) : m->m[FIRST][SECOND];
}

static Vector transformed(const Matrix* m, Vector v) {
  Vector out;
  for (int r = 0; r < 4; ++r)
    out.v[r] =
        at(m, r, 0) * v.v[0] + at(m, r, 1) * v.v[1] + at(m, r, 2) * v.v[2] + at(m, r, 3) * v.v[3];
  return out;
}

static Vector with_w(Vector v, float w) {
  v.v[3] = w;
  return v;
}

#if OUTER == 4 && INNER == 4
static Matrix product(const Matrix* a, const Matrix* b) {
  Matrix out;
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 4; ++column) {
      float sum = 0;
      for (int i = 0; i < 4; ++i) sum += at(a, row, i) * at(b, i, column);
      out.m[FIRST][SECOND] = sum;
    }
  return out;
}
#define ULNA_MULTIPLY(a, b, out) out = product(&b, &a)
#endif

#define ULNA_NAME "matrices"
#define ULNA_MATRIX Matrix
#define ULNA_VECTOR Vector
#define ULNA_POINT Vector
#define ULNA_TRANSFORM(m, v, out) out = transformed(&m, v)
#define ULNA_TRANSFORM_POINT(m, p, out) out = transformed(&m, with_w(p, 1))
#define ULNA_TRANSFORM_NORMAL(m, n, out) out = transformed(&m, with_w(n, 0))
#include <ulna/adapt.h>
