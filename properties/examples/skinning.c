/* For adapt_test.py: a skinning kernel with the layouts that it is compiled with. As C11 and as
 * C++17. */
#include <stdint.h>

typedef struct Matrix {
  float rows[3][4];
} Matrix;

#ifdef ULNA_FLOAT4
#define FLOATS 4
#else
#define FLOATS 3
#endif

typedef struct Vertex {
  float uv[2];
  float nrm[FLOATS];
  float pos[FLOATS];
} Vertex;

#ifndef EACH_SKINNED
#define EACH_SKINNED (void)0
#endif
#ifndef BEFORE_EACH
#define BEFORE_EACH (void)0
#endif

/* WHOLE: as a whole matrix times a vector of four has it. */
static float translation(float t, float w) {
#ifdef WHOLE
  return t * w;
#else
  return w != 0 ? t : 0;
#endif
}

/* With ULNA_FLOAT4, w is what says how much of the translation a vector gets. */
static void add(float* out, const Matrix* m, const float* v, float w, float weight) {
  if (FLOATS == 4) w = v[FLOATS - 1];
  for (int r = 0; r < 3; ++r)
    out[r] += weight * (m->rows[r][0] * v[0] + m->rows[r][1] * v[1] + m->rows[r][2] * v[2] +
                        translation(m->rows[r][3], w));
}

static void skin(Vertex* out, const Vertex* in, const Matrix* palette, const INDEX* indices,
                 const float* weights, int num_verts) {
  if (num_verts % MULTIPLE != 0) return;
  for (int v = 0; v < num_verts; ++v, indices += 4, weights += STORED) {
    BEFORE_EACH;
    const float last = 1 - (weights[0] + weights[1] + weights[2]);
    for (int c = 0; c < 3; ++c) out[v].pos[c] = out[v].nrm[c] = 0;
    for (int i = 0; i < 4; ++i) {
      const float weight = i < STORED ? weights[i] : last;
      add(out[v].pos, &palette[indices[i]], in[v].pos, 1, weight);
      add(out[v].nrm, &palette[indices[i]], in[v].nrm, 0, weight);
    }
    EACH_SKINNED;
  }
}

#define ULNA_NAME "skinning"
#define ULNA_MATRIX Matrix
#define ULNA_MATRIX_LAYOUT ULNA_3X4
#define ULNA_VERTEX Vertex
#define ULNA_POSITION pos
#define ULNA_NORMAL nrm
#define ULNA_INDEX INDEX
#define ULNA_STORED_WEIGHTS STORED
#define ULNA_MULTIPLE MULTIPLE
#define ULNA_SKIN(out, in, palette, indices, weights, num_verts)                                   \
  skin(out, in, palette, indices, weights, num_verts)
#include <ulna/adapt.h>
