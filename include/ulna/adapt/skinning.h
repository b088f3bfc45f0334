/* Part of ulna/adapt.h: a kernel that skins a whole array, with its own layout of vertices.
 *
 *   ULNA_SKIN(out, in, palette, indices, weights, num_verts)
 *                        skins positions and normals by four influences each
 *     in, out            num_verts of ULNA_VERTEX; out is written, and nothing else
 *     palette            of ULNA_MATRIX, as adapt/matrices.h has them
 *     indices            four of ULNA_INDEX for each vertex; uint16_t if not defined
 *     weights            floats, ULNA_STORED_WEIGHTS for each vertex: 4 if not defined; 3 where the
 *                        last one is what they leave of 1: 1 - ((w0 + w1) + w2) in float, which
 *                        -ffast-math may compute in another order
 *   ULNA_VERTEX          a struct; if not defined ulna_mesh_vertex, six floats
 *   ULNA_POSITION, ULNA_NORMAL  its members, which begin with three floats
 *   ULNA_FLOAT4          defined: they have a fourth, which is 1 in positions, and 0 in normals
 *   ULNA_MULTIPLE        num_verts is a multiple of this, with vertices of zeros behind the last;
 *                        1 if not defined
 *   ULNA_ALIGNMENT       of all arrays, in bytes; if not defined 16
 *
 * Gives blend_vertices_indexed; and skin_split_verts, where ULNA_INDEX holds 65,535 and all four
 * weights are stored.
 *
 * What the adapter does itself: with fewer than four influences the others are the first one with
 * a weight of 0; for four stored weights of blend_vertices_indexed the last weight, as
 * ulna/port.h says. With ULNA_FLOAT4, where a translation is not finite, which no normal depends
 * on, a second call without translations gives the normals, as 0 times infinity is no 0.
 */
#ifdef ULNA_SKIN

#ifndef ULNA_INDEX
#define ULNA_INDEX uint16_t
#endif
#ifndef ULNA_STORED_WEIGHTS
#define ULNA_STORED_WEIGHTS 4
#endif
#if ULNA_STORED_WEIGHTS != 3 && ULNA_STORED_WEIGHTS != 4
#error "ulna/adapt.h: ULNA_STORED_WEIGHTS is 3 or 4"
#endif
#ifndef ULNA_MULTIPLE
#define ULNA_MULTIPLE 1
#endif
#if ULNA_MULTIPLE < 1
#error "ulna/adapt.h: ULNA_MULTIPLE is 1 or more"
#endif
#ifndef ULNA_ALIGNMENT
#define ULNA_ALIGNMENT 16
#endif
#ifndef ULNA_VERTEX
#define ULNA_VERTEX ulna_mesh_vertex
#define ULNA_POSITION position
#define ULNA_NORMAL normal
#endif
#if !defined(ULNA_POSITION) || !defined(ULNA_NORMAL)
#error "ulna/adapt.h: define ULNA_POSITION and ULNA_NORMAL, members of ULNA_VERTEX"
#endif
#ifdef ULNA_FLOAT4
#define ULNA_ADAPT_FLOATS_OF_MEMBER 4
#else
#define ULNA_ADAPT_FLOATS_OF_MEMBER 3
#endif
ULNA_ADAPT_ASSERT(sizeof(((ULNA_VERTEX*)0)->ULNA_POSITION) >=
                          ULNA_ADAPT_FLOATS_OF_MEMBER * sizeof(float) &&
                      sizeof(((ULNA_VERTEX*)0)->ULNA_NORMAL) >=
                          ULNA_ADAPT_FLOATS_OF_MEMBER * sizeof(float),
                  "ULNA_POSITION and ULNA_NORMAL have three floats, with ULNA_FLOAT4 four");
ULNA_ADAPT_ASSERT((ULNA_INDEX)UINT8_MAX == UINT8_MAX,
                  "ULNA_INDEX cannot name 256 matrices; is it signed?");
ULNA_ADAPT_CHECK_TYPE(ULNA_VERTEX);

enum ulna_adapt_of_mesh {
  ulna_adapt_from,
  ulna_adapt_result,
  ulna_adapt_indices,
  ulna_adapt_weights,
  ulna_adapt_matrices,
  ulna_adapt_num_arrays
};

/* The arrays of one call, and how many vertices it has. */
typedef struct ulna_adapt_mesh {
  ulna_adapt_array arrays[ulna_adapt_num_arrays];
  int32_t num_verts;
} ulna_adapt_mesh;

static inline ULNA_VERTEX* ulna_adapt_vertices_of(const ulna_adapt_mesh* mesh,
                                                  enum ulna_adapt_of_mesh which) {
  return (ULNA_VERTEX*)(void*)mesh->arrays[which].begin;
}

static inline ULNA_INDEX* ulna_adapt_indices_of(const ulna_adapt_mesh* mesh) {
  return (ULNA_INDEX*)(void*)mesh->arrays[ulna_adapt_indices].begin;
}

static inline float* ulna_adapt_weights_of(const ulna_adapt_mesh* mesh) {
  return (float*)(void*)mesh->arrays[ulna_adapt_weights].begin;
}

static inline ULNA_MATRIX* ulna_adapt_matrices_of(const ulna_adapt_mesh* mesh) {
  return (ULNA_MATRIX*)(void*)mesh->arrays[ulna_adapt_matrices].begin;
}

static inline void ulna_adapt_zeros(ulna_adapt_mesh* mesh, enum ulna_adapt_of_mesh which,
                                    size_t bytes) {
  mesh->arrays[which] = ulna_adapt_make(bytes, ULNA_ALIGNMENT);
  memset(mesh->arrays[which].begin, 0, bytes);
}

static inline ulna_adapt_mesh ulna_adapt_mesh_of(int32_t num_verts, size_t palette_size) {
  ulna_adapt_mesh mesh;
  const size_t count = ((size_t)num_verts + ULNA_MULTIPLE - 1) / ULNA_MULTIPLE * ULNA_MULTIPLE;
  mesh.num_verts = (int32_t)count;
  ulna_adapt_zeros(&mesh, ulna_adapt_from, count * sizeof(ULNA_VERTEX));
  ulna_adapt_zeros(&mesh, ulna_adapt_result, count * sizeof(ULNA_VERTEX));
  ulna_adapt_zeros(&mesh, ulna_adapt_indices, count * 4 * sizeof(ULNA_INDEX));
  ulna_adapt_zeros(&mesh, ulna_adapt_weights, count * ULNA_STORED_WEIGHTS * sizeof(float));
  (void)ulna_adapt_palette(palette_size, &mesh.arrays[ulna_adapt_matrices]);
  return mesh;
}

static inline void ulna_adapt_set_vertex(ULNA_VERTEX* vertex, const float* position,
                                         const float* normal) {
  char* const begin = (char*)(void*)vertex;
  memcpy(begin + offsetof(ULNA_VERTEX, ULNA_POSITION), position, 3 * sizeof(float));
  memcpy(begin + offsetof(ULNA_VERTEX, ULNA_NORMAL), normal, 3 * sizeof(float));
#ifdef ULNA_FLOAT4
  const float one = 1, zero = 0;
  memcpy(begin + offsetof(ULNA_VERTEX, ULNA_POSITION) + 3 * sizeof(float), &one, sizeof one);
  memcpy(begin + offsetof(ULNA_VERTEX, ULNA_NORMAL) + 3 * sizeof(float), &zero, sizeof zero);
#endif
}

static inline void ulna_adapt_call_skin(const ulna_adapt_mesh* ulna_mesh) {
  ULNA_VERTEX* const ulna_vertices = ulna_adapt_vertices_of(ulna_mesh, ulna_adapt_from);
  ULNA_VERTEX* const ulna_skinned = ulna_adapt_vertices_of(ulna_mesh, ulna_adapt_result);
  ULNA_MATRIX* const ulna_palette = ulna_adapt_matrices_of(ulna_mesh);
  ULNA_INDEX* const ulna_indices = ulna_adapt_indices_of(ulna_mesh);
  float* const ulna_weights = ulna_adapt_weights_of(ulna_mesh);
  ulna_adapt_mark_bytes((void*)ulna_skinned, (size_t)ulna_mesh->num_verts * sizeof(ULNA_VERTEX));
  ULNA_SKIN(ulna_skinned, ulna_vertices, ulna_palette, ulna_indices, ulna_weights,
            ulna_mesh->num_verts);
}

/* Takes what the kernel made of the positions, or of the normals. */
static inline void ulna_adapt_take_skinned(ulna_mesh_vertex* dst, int32_t num_verts,
                                           const ulna_adapt_mesh* mesh, int takes_positions,
                                           int takes_normals) {
  for (int32_t v = 0; v < num_verts; ++v) {
    const char* const begin =
        (const char*)(const void*)&ulna_adapt_vertices_of(mesh, ulna_adapt_result)[v];
    if (takes_positions)
      memcpy(dst[v].position, begin + offsetof(ULNA_VERTEX, ULNA_POSITION), sizeof dst->position);
    if (takes_normals)
      memcpy(dst[v].normal, begin + offsetof(ULNA_VERTEX, ULNA_NORMAL), sizeof dst->normal);
  }
}

static inline int ulna_adapt_has_infinite_translation(const ulna_mat44* palette, size_t size) {
  for (size_t i = 0; i < size; ++i)
    for (int c = 12; c < 15; ++c)
      if (!(palette[i].m[c] - palette[i].m[c] == 0)) return 1;
  return 0;
}

static inline void ulna_adapt_skin(ulna_mesh_vertex* dst, int32_t num_verts,
                                   const ulna_adapt_mesh* mesh, const ulna_mat44* palette,
                                   size_t size) {
#ifdef ULNA_FLOAT4
  const int has_second = ulna_adapt_has_infinite_translation(palette, size);
#else
  const int has_second = 0;
#endif
  ulna_adapt_close(mesh->arrays[ulna_adapt_from]);
  ulna_adapt_close(mesh->arrays[ulna_adapt_indices]);
  ulna_adapt_close(mesh->arrays[ulna_adapt_weights]);
  if (has_second) {
    for (size_t i = 0; i < size; ++i)
      ulna_adapt_set_mat44(&ulna_adapt_matrices_of(mesh)[i], &palette[i], ulna_adapt_linear);
    ulna_adapt_call_skin(mesh);
    ulna_adapt_take_skinned(dst, num_verts, mesh, 0, 1);
  }
  for (size_t i = 0; i < size; ++i)
    ulna_adapt_set_mat44(&ulna_adapt_matrices_of(mesh)[i], &palette[i], ulna_adapt_affine);
  ulna_adapt_close(mesh->arrays[ulna_adapt_matrices]);
  ulna_adapt_call_skin(mesh);
  ulna_adapt_take_skinned(dst, num_verts, mesh, 1, !has_second);
  for (int i = 0; i < ulna_adapt_num_arrays; ++i) ulna_adapt_free(mesh->arrays[i]);
}

static inline void ulna_adapt_blend_vertices_indexed(ulna_mesh_vertex* dst,
                                                     const ulna_blend_vertex* src,
                                                     int32_t num_vertices,
                                                     const ulna_mat44* palette,
                                                     int32_t num_weights) {
  if (num_vertices <= 0) return;
  size_t size = 0;
  for (int32_t v = 0; v < num_vertices; ++v)
    for (int32_t i = 0; i <= num_weights; ++i)
      if (src[v].indices[i] >= size) size = (size_t)src[v].indices[i] + 1;
  const ulna_adapt_mesh mesh = ulna_adapt_mesh_of(num_vertices, size);
  for (int32_t v = 0; v < num_vertices; ++v) {
    const ulna_blend_vertex* from = &src[v];
    ULNA_INDEX* const indices = &ulna_adapt_indices_of(&mesh)[4 * (size_t)v];
    float* const weights = &ulna_adapt_weights_of(&mesh)[ULNA_STORED_WEIGHTS * (size_t)v];
    float sum = 0;
    ulna_adapt_set_vertex(&ulna_adapt_vertices_of(&mesh, ulna_adapt_from)[v], from->position,
                          from->normal);
    for (int i = 0; i < 4; ++i) indices[i] = (ULNA_INDEX)from->indices[0];
    for (int32_t i = 0; i < num_weights; ++i) {
      indices[i] = (ULNA_INDEX)from->indices[i];
      weights[i] = from->weights[i];
      sum += weights[i];
    }
    /* Of three stored weights it is the fourth influence that has none. */
    indices[ULNA_STORED_WEIGHTS == 3 ? 3 : num_weights] = (ULNA_INDEX)from->indices[num_weights];
    if (ULNA_STORED_WEIGHTS == 4) weights[num_weights] = 1 - sum;
  }
  ulna_adapt_skin(dst, num_vertices, &mesh, palette, size);
}

#if ULNA_STORED_WEIGHTS == 4
#define ULNA_ADAPT_HAS_SPLIT_VERTS
static inline void ulna_adapt_skin_split_verts(ulna_mesh_vertex* dst, const ulna_mesh_vertex* src,
                                               const ulna_mat44* palette,
                                               const uint16_t* joint_indices,
                                               const float* joint_weights, int32_t num_verts) {
  if (num_verts <= 0) return;
  const size_t num_influences = 4 * (size_t)num_verts;
  size_t size = 0;
  for (size_t i = 0; i < num_influences; ++i)
    if (joint_indices[i] >= size) size = (size_t)joint_indices[i] + 1;
  const ulna_adapt_mesh mesh = ulna_adapt_mesh_of(num_verts, size);
  for (int32_t v = 0; v < num_verts; ++v)
    ulna_adapt_set_vertex(&ulna_adapt_vertices_of(&mesh, ulna_adapt_from)[v], src[v].position,
                          src[v].normal);
  for (size_t i = 0; i < num_influences; ++i)
    ulna_adapt_indices_of(&mesh)[i] = (ULNA_INDEX)joint_indices[i];
  memcpy(ulna_adapt_weights_of(&mesh), joint_weights, num_influences * sizeof *joint_weights);
  ulna_adapt_skin(dst, num_verts, &mesh, palette, size);
}
#endif

#endif
