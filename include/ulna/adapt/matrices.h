/* Part of ulna/adapt.h: products of matrices and vectors.
 *
 *   ULNA_TRANSFORM(m, v, out)         all of m times the four floats of v, of type ULNA_VECTOR
 *   ULNA_TRANSFORM_POINT(m, p, out)   with the translation of m, of type ULNA_POINT
 *   ULNA_TRANSFORM_NORMAL(m, n, out)  without it, of type ULNA_POINT; m is made for normals
 *                                     already, and the length of the result is left as it is
 *   ULNA_MULTIPLY(a, b, out)          what first a, then b does: `out = b * a` for column vectors,
 *                                     `out = a * b` for row vectors. 4x4 layouts only
 *   ULNA_MATRIX                       begins with its floats; if not defined an array of 16, or 12
 *   ULNA_VECTOR, ULNA_POINT           begin with four and three floats; else arrays of so many
 *   ULNA_MATRIX_LAYOUT                where the floats are; if not defined ULNA_4X4:
 *     ULNA_4X4             16, the translation at 12, 13, 14: OpenGL, GLM, Eigen, cglm, and the row
 *                          vectors of Direct3D
 *     ULNA_4X4_TRANSPOSED  16, the translation at 3, 7, 11
 *     ULNA_3X4             12, the translation at 3, 7, 11: three rows of four, as ulna_joint_mat
 *     ULNA_4X3             12, the translation at 9, 10, 11: four rows of three
 *
 * One matrix has the same floats as a column-major one for column vectors and as a row-major one
 * for row vectors: only where its translation stands tells layouts apart.
 *
 * What the adapter does itself: the sum of a vertex's influences, each times its weight, in float.
 * It converts the palette once in a call; what takes no part in an operation it sets to that of an
 * identity, and for normals the translation to 1, which shows where it is added.
 */
#if defined(ULNA_TRANSFORM) || defined(ULNA_TRANSFORM_POINT) || defined(ULNA_TRANSFORM_NORMAL) ||  \
    defined(ULNA_MULTIPLY) || defined(ULNA_SKIN)
#define ULNA_ADAPT_HAS_MATRICES

#if defined(ULNA_TRANSFORM_POINT) != defined(ULNA_TRANSFORM_NORMAL)
#error "ulna/adapt.h: define both of ULNA_TRANSFORM_POINT and ULNA_TRANSFORM_NORMAL"
#endif

#define ULNA_4X4 1
#define ULNA_4X4_TRANSPOSED 2
#define ULNA_3X4 3
#define ULNA_4X3 4
#ifndef ULNA_MATRIX_LAYOUT
#define ULNA_MATRIX_LAYOUT ULNA_4X4
#endif
#if ULNA_MATRIX_LAYOUT == ULNA_4X4 || ULNA_MATRIX_LAYOUT == ULNA_4X4_TRANSPOSED
#define ULNA_ADAPT_FLOATS 16
#elif ULNA_MATRIX_LAYOUT == ULNA_3X4 || ULNA_MATRIX_LAYOUT == ULNA_4X3
#define ULNA_ADAPT_FLOATS 12
#else
#error "ulna/adapt.h: ULNA_MATRIX_LAYOUT is ULNA_4X4, ULNA_4X4_TRANSPOSED, ULNA_3X4 or ULNA_4X3"
#endif
#if defined(ULNA_MULTIPLY) && ULNA_ADAPT_FLOATS != 16
#error "ulna/adapt.h: combine_bones is for whole 4x4 matrices; leave ULNA_MULTIPLY out"
#endif

#ifndef ULNA_MATRIX
typedef float ulna_adapt_matrix[ULNA_ADAPT_FLOATS];
#define ULNA_MATRIX ulna_adapt_matrix
#endif
#ifndef ULNA_VECTOR
typedef float ulna_adapt_vector[4];
#define ULNA_VECTOR ulna_adapt_vector
#endif
#ifndef ULNA_POINT
typedef float ulna_adapt_point[3];
#define ULNA_POINT ulna_adapt_point
#endif
ULNA_ADAPT_ASSERT(sizeof(ULNA_MATRIX) >= ULNA_ADAPT_FLOATS * sizeof(float),
                  "ULNA_MATRIX has fewer floats than ULNA_MATRIX_LAYOUT says");
ULNA_ADAPT_ASSERT(sizeof(ULNA_VECTOR) >= 4 * sizeof(float), "ULNA_VECTOR has fewer than 4 floats");
ULNA_ADAPT_ASSERT(sizeof(ULNA_POINT) >= 3 * sizeof(float), "ULNA_POINT has fewer than 3 floats");
ULNA_ADAPT_CHECK_TYPE(ULNA_MATRIX);
ULNA_ADAPT_CHECK_TYPE(ULNA_VECTOR);
ULNA_ADAPT_CHECK_TYPE(ULNA_POINT);

/* Where the factor of component `from` of a vector in component `to` of the result stands; the
 * translation is from 3. */
static inline int ulna_adapt_factor(int to, int from) {
#if ULNA_MATRIX_LAYOUT == ULNA_4X4
  return 4 * from + to;
#elif ULNA_MATRIX_LAYOUT == ULNA_4X3
  return 3 * from + to;
#else
  return 4 * to + from;
#endif
}

enum ulna_adapt_part { ulna_adapt_whole, ulna_adapt_affine, ulna_adapt_linear };

/* Sets a matrix to one of 3 or 4 times 4 factors, of which some take no part. */
static inline void ulna_adapt_set(ULNA_MATRIX* matrix, const float* factors, int per_to,
                                  int per_from, enum ulna_adapt_part part) {
  float floats[ULNA_ADAPT_FLOATS];
  for (int to = 0; to < ULNA_ADAPT_FLOATS / 4; ++to)
    for (int from = 0; from < 4; ++from) {
      const int is_left_out =
          (to == 3 && part != ulna_adapt_whole) || (from == 3 && part == ulna_adapt_linear);
      floats[ulna_adapt_factor(to, from)] = is_left_out
                                                ? (float)(to == from || (from == 3 && to < 3))
                                                : factors[per_to * to + per_from * from];
    }
  memcpy((void*)matrix, floats, sizeof floats);
}

static inline void ulna_adapt_set_joint(ULNA_MATRIX* matrix, const ulna_joint_mat* joint) {
  ulna_adapt_set(matrix, joint->m, 4, 1, ulna_adapt_affine);
}

static inline void ulna_adapt_set_mat44(ULNA_MATRIX* matrix, const ulna_mat44* from,
                                        enum ulna_adapt_part part) {
  ulna_adapt_set(matrix, from->m, 1, 4, part);
}

/* So many matrices that are to be set. */
static inline ULNA_MATRIX* ulna_adapt_palette(size_t count, ulna_adapt_array* array) {
  const size_t least = 16, own = ULNA_ADAPT_ALIGNOF(ULNA_MATRIX);
  *array = ulna_adapt_make(count * sizeof(ULNA_MATRIX), own < least ? least : own);
  ULNA_MATRIX* const palette = (ULNA_MATRIX*)(void*)array->begin;
#ifdef __cplusplus
  for (size_t i = 0; i < count; ++i) ::new ((void*)&palette[i]) ULNA_MATRIX;
#endif
  return palette;
}

#ifdef ULNA_TRANSFORM
static inline void ulna_adapt_transform(ULNA_MATRIX* ulna_m, const ulna_vec4* ulna_v,
                                        float* ulna_moved) {
  ULNA_ADAPT_VARIABLE(ULNA_VECTOR, ulna_from);
  ULNA_ADAPT_VARIABLE(ULNA_VECTOR, ulna_result);
  memcpy((void*)&ulna_from.value, ulna_v, sizeof *ulna_v);
  ulna_adapt_mark_bytes((void*)&ulna_result.value, sizeof *ulna_v);
  ULNA_TRANSFORM((*ulna_m), ulna_from.value, ulna_result.value);
  memcpy(ulna_moved, (const void*)&ulna_result.value, 3 * sizeof(float));
  ULNA_ADAPT_CHECK(ulna_from);
  ULNA_ADAPT_CHECK(ulna_result);
  ulna_adapt_check_same((const void*)&ulna_from.value, ulna_v, sizeof *ulna_v,
                        ULNA_ADAPT_MAY_CHANGE(ULNA_VECTOR));
}

static inline void ulna_adapt_add_transformed(ULNA_MATRIX* m, const ulna_vec4* v, float weight,
                                              float sum[3]) {
  float moved[3];
  ulna_adapt_transform(m, v, moved);
  for (int c = 0; c < 3; ++c) sum[c] += weight * moved[c];
}

/* The joints that the influences name. */
static inline ULNA_MATRIX* ulna_adapt_joints(const ulna_joint_mat* joints,
                                             const ulna_joint_weight* weights, int32_t num_weights,
                                             ulna_adapt_array* array) {
  size_t count = 0;
  for (int32_t i = 0; i < num_weights; ++i) {
    const size_t joint = (size_t)weights[i].joint_mat_offset / sizeof *joints;
    if (joint >= count) count = joint + 1;
  }
  ULNA_MATRIX* palette = ulna_adapt_palette(count, array);
  for (size_t i = 0; i < count; ++i) ulna_adapt_set_joint(&palette[i], &joints[i]);
  if (!ULNA_ADAPT_MAY_CHANGE(ULNA_MATRIX)) ulna_adapt_close(*array);
  return palette;
}

static inline int ulna_adapt_is_last(const ulna_joint_weight* weight) {
  return weight->next_vertex_offset == (int32_t)sizeof *weight;
}

static inline void ulna_adapt_transform_verts(ulna_vertex* verts, int32_t num_verts,
                                              const ulna_joint_mat* joints, const ulna_vec4* base,
                                              const ulna_joint_weight* weights,
                                              int32_t num_weights) {
  ulna_adapt_array array;
  ULNA_MATRIX* palette = ulna_adapt_joints(joints, weights, num_weights, &array);
  for (int32_t v = 0; v < num_verts; ++v) {
    float position[3] = {0, 0, 0};
    int is_last = 0;
    for (; !is_last; ++base, ++weights) {
      is_last = ulna_adapt_is_last(weights);
      ulna_adapt_add_transformed(&palette[(size_t)weights->joint_mat_offset / sizeof *joints], base,
                                 1, position);
    }
    memcpy(&verts[v].position.x, position, sizeof position);
  }
  ulna_adapt_free(array);
}

static inline void ulna_adapt_transform_verts_and_tangents(ulna_vertex* verts, int32_t num_verts,
                                                           const ulna_joint_mat* joints,
                                                           const ulna_vec4* base,
                                                           const ulna_joint_weight* weights,
                                                           int32_t num_weights) {
  ulna_adapt_array array;
  ULNA_MATRIX* palette = ulna_adapt_joints(joints, weights, num_weights, &array);
  for (int32_t v = 0; v < num_verts; ++v, base += 3) {
    float sums[3][3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    int is_last = 0;
    for (; !is_last; ++weights) {
      is_last = ulna_adapt_is_last(weights);
      for (int i = 0; i < 3; ++i)
        ulna_adapt_add_transformed(&palette[(size_t)weights->joint_mat_offset / sizeof *joints],
                                   &base[i], weights->weight, sums[i]);
    }
    memcpy(&verts[v].position.x, sums[0], sizeof sums[0]);
    memcpy(&verts[v].normal.x, sums[1], sizeof sums[1]);
    memcpy(&verts[v].tangent.x, sums[2], sizeof sums[2]);
  }
  ulna_adapt_free(array);
}
#endif

#ifdef ULNA_TRANSFORM_POINT
#define ULNA_ADAPT_TRANSFORM(name, TRANSFORM)                                                      \
  static inline void name(ULNA_MATRIX* ulna_m, const float* ulna_p, float* ulna_moved) {           \
    enum { ulna_bytes = 3 * sizeof(float) };                                                       \
    ULNA_ADAPT_VARIABLE(ULNA_POINT, ulna_from);                                                    \
    ULNA_ADAPT_VARIABLE(ULNA_POINT, ulna_result);                                                  \
    memcpy((void*)&ulna_from.value, ulna_p, ulna_bytes);                                           \
    ulna_adapt_mark_bytes((void*)&ulna_result.value, ulna_bytes);                                  \
    TRANSFORM((*ulna_m), ulna_from.value, ulna_result.value);                                      \
    memcpy(ulna_moved, (const void*)&ulna_result.value, ulna_bytes);                               \
    ULNA_ADAPT_CHECK(ulna_from);                                                                   \
    ULNA_ADAPT_CHECK(ulna_result);                                                                 \
    ulna_adapt_check_same((const void*)&ulna_from.value, ulna_p, ulna_bytes,                       \
                          ULNA_ADAPT_MAY_CHANGE(ULNA_POINT));                                      \
  }
ULNA_ADAPT_TRANSFORM(ulna_adapt_transform_point, ULNA_TRANSFORM_POINT)
ULNA_ADAPT_TRANSFORM(ulna_adapt_transform_normal, ULNA_TRANSFORM_NORMAL)

static inline void
ulna_adapt_update_skinned_mesh(void* dst, int32_t dst_stride, const void* src, int32_t src_stride,
                               int32_t num_vertices, int32_t has_normals, const ulna_mat44* palette,
                               const ulna_mat44* normal_palette, const uint32_t* first_influence,
                               const ulna_influence* influences, float min_influence) {
  if (num_vertices <= 0) return;
  const uint32_t end = first_influence[num_vertices];
  size_t count = 0;
  for (uint32_t i = first_influence[0]; i < end; ++i)
    if (!(influences[i].weight < min_influence) && influences[i].bone >= count)
      count = (size_t)influences[i].bone + 1;
  ulna_adapt_array array, normal_array;
  ULNA_MATRIX* points = ulna_adapt_palette(count, &array);
  ULNA_MATRIX* normals = ulna_adapt_palette(has_normals ? count : 0, &normal_array);
  for (size_t i = 0; i < count; ++i) {
    ulna_adapt_set_mat44(&points[i], &palette[i], ulna_adapt_affine);
    if (has_normals)
      ulna_adapt_set_mat44(&normals[i], &(normal_palette ? normal_palette : palette)[i],
                           ulna_adapt_linear);
  }
  if (!ULNA_ADAPT_MAY_CHANGE(ULNA_MATRIX)) {
    ulna_adapt_close(array);
    ulna_adapt_close(normal_array);
  }
  for (int32_t v = 0; v < num_vertices; ++v) {
    float from[6], moved[3], sums[6] = {0, 0, 0, 0, 0, 0};
    const size_t bytes = has_normals ? sizeof from : sizeof from / 2;
    memcpy(from, (const char*)src + (ptrdiff_t)v * src_stride, bytes);
    for (uint32_t i = first_influence[v]; i < first_influence[v + 1]; ++i) {
      const ulna_influence* influence = &influences[i];
      if (influence->weight < min_influence) continue;
      ulna_adapt_transform_point(&points[influence->bone], from, moved);
      for (int c = 0; c < 3; ++c) sums[c] += influence->weight * moved[c];
      if (!has_normals) continue;
      ulna_adapt_transform_normal(&normals[influence->bone], from + 3, moved);
      for (int c = 0; c < 3; ++c) sums[3 + c] += influence->weight * moved[c];
    }
    memcpy((char*)dst + (ptrdiff_t)v * dst_stride, sums, bytes);
  }
  ulna_adapt_free(normal_array);
  ulna_adapt_free(array);
}
#endif

#ifdef ULNA_MULTIPLY
static inline void ulna_adapt_multiply(const ulna_mat44* ulna_a, const ulna_mat44* ulna_b,
                                       float ulna_product[16]) {
  enum { ulna_bytes = 16 * sizeof(float) };
  ULNA_ADAPT_VARIABLE(ULNA_MATRIX, ulna_first);
  ULNA_ADAPT_VARIABLE(ULNA_MATRIX, ulna_second);
  ULNA_ADAPT_VARIABLE(ULNA_MATRIX, ulna_result);
  ulna_adapt_set_mat44(&ulna_first.value, ulna_a, ulna_adapt_whole);
  ulna_adapt_set_mat44(&ulna_second.value, ulna_b, ulna_adapt_whole);
  ulna_adapt_mark_bytes((void*)&ulna_result.value, ulna_bytes);
  float ulna_was_first[16], ulna_was_second[16];
  memcpy(ulna_was_first, (const void*)&ulna_first.value, ulna_bytes);
  memcpy(ulna_was_second, (const void*)&ulna_second.value, ulna_bytes);
  ULNA_MULTIPLY(ulna_first.value, ulna_second.value, ulna_result.value);
  memcpy(ulna_product, (const void*)&ulna_result.value, ulna_bytes);
  ULNA_ADAPT_CHECK(ulna_first);
  ULNA_ADAPT_CHECK(ulna_second);
  ULNA_ADAPT_CHECK(ulna_result);
  ulna_adapt_check_same((const void*)&ulna_first.value, ulna_was_first, ulna_bytes,
                        ULNA_ADAPT_MAY_CHANGE(ULNA_MATRIX));
  ulna_adapt_check_same((const void*)&ulna_second.value, ulna_was_second, ulna_bytes,
                        ULNA_ADAPT_MAY_CHANGE(ULNA_MATRIX));
}

static inline void ulna_adapt_combine_bones(ulna_mat44* palette, const ulna_mat44* offset,
                                            const ulna_mat44* bones, int32_t num_bones) {
  for (int32_t i = 0; i < num_bones; ++i) {
    float product[16];
    ulna_adapt_multiply(&offset[i], &bones[i], product);
    for (int to = 0; to < 4; ++to)
      for (int from = 0; from < 4; ++from)
        palette[i].m[4 * from + to] = product[ulna_adapt_factor(to, from)];
  }
}
#endif

#endif
