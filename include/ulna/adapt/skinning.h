/* Part of ulna/adapt.h: a kernel that skins a whole array, with its own layout of vertices.
 *
 *   ULNA_SKIN(out, in, palette, indices, weights, num_verts)
 *                        skins positions and normals by four influences each
 *     in, out            num_verts of ULNA_VERTEX
 *     palette            of ULNA_MATRIX, as adapt/matrices.h has them
 *     indices            four of ULNA_INDEX for each vertex; uint16_t if not defined
 *     weights            floats, ULNA_STORED_WEIGHTS for each vertex: 4 if not defined; 3 where the
 *                        last one is what they leave of 1
 *   ULNA_VERTEX          a struct; if not defined six floats
 *   ULNA_POSITION, ULNA_NORMAL  its members, which begin with three floats
 *   ULNA_FLOAT4          defined: they have a fourth, which is 1 in positions, and 0 in normals
 *   ULNA_MULTIPLE        num_verts is a multiple of this, with vertices of zeros behind the last;
 *                        1 if not defined
 *
 * Gives blend_vertices_indexed; and skin_split_verts, where ULNA_INDEX holds 65,535 and all four
 * weights are stored. All arrays are aligned to 64 bytes.
 *
 * What the adapter does itself: with fewer than four influences the others are the first one with
 * a weight of 0; for four stored weights of blend_vertices_indexed the last weight, as
 * ulna/port.h says. It calls malloc.
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
#ifndef ULNA_VERTEX
#define ULNA_VERTEX ulna_mesh_vertex
#define ULNA_POSITION position
#define ULNA_NORMAL normal
#endif
#if !defined(ULNA_POSITION) || !defined(ULNA_NORMAL)
#error "ulna/adapt.h: define ULNA_POSITION and ULNA_NORMAL, members of ULNA_VERTEX"
#endif

/* The arrays of one call. */
typedef struct ulna_adapt_mesh {
  ULNA_VERTEX *in, *out;
  ULNA_INDEX* indices;
  float* weights;
  ULNA_MATRIX* palette;
  int32_t num_verts;
  void* block;
} ulna_adapt_mesh;

static inline size_t ulna_adapt_lines(size_t bytes) {
  enum { line = 64 };
  return (bytes + line - 1) / line * line;
}

static inline ulna_adapt_mesh ulna_adapt_mesh_of(int32_t num_verts, size_t palette_size) {
  ulna_adapt_mesh mesh;
  const size_t count = ((size_t)num_verts + ULNA_MULTIPLE - 1) / ULNA_MULTIPLE * ULNA_MULTIPLE;
  const size_t vertices = ulna_adapt_lines(count * sizeof(ULNA_VERTEX));
  const size_t indices = ulna_adapt_lines(count * 4 * sizeof(ULNA_INDEX));
  const size_t weights = ulna_adapt_lines(count * ULNA_STORED_WEIGHTS * sizeof(float));
  const size_t palette = ulna_adapt_lines(palette_size * sizeof(ULNA_MATRIX));
  const size_t bytes = ulna_adapt_lines(1) + 2 * vertices + indices + weights + palette;
  mesh.block = calloc(bytes, 1);
  if (!mesh.block) abort();
  char* at = (char*)ulna_adapt_lines((uintptr_t)mesh.block);
  mesh.in = (ULNA_VERTEX*)(void*)at;
  mesh.out = (ULNA_VERTEX*)(void*)(at += vertices);
  mesh.indices = (ULNA_INDEX*)(void*)(at += vertices);
  mesh.weights = (float*)(void*)(at += indices);
  mesh.palette = (ULNA_MATRIX*)(void*)(at += weights);
  mesh.num_verts = (int32_t)count;
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

static inline void ulna_adapt_skin(ulna_mesh_vertex* dst, int32_t num_verts, ulna_adapt_mesh mesh) {
  ULNA_SKIN(mesh.out, mesh.in, mesh.palette, mesh.indices, mesh.weights, mesh.num_verts);
  for (int32_t v = 0; v < num_verts; ++v) {
    const char* const begin = (const char*)(const void*)&mesh.out[v];
    memcpy(dst[v].position, begin + offsetof(ULNA_VERTEX, ULNA_POSITION), sizeof dst->position);
    memcpy(dst[v].normal, begin + offsetof(ULNA_VERTEX, ULNA_NORMAL), sizeof dst->normal);
  }
  free(mesh.block);
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
  for (size_t i = 0; i < size; ++i)
    ulna_adapt_set_mat44(&mesh.palette[i], &palette[i], ulna_adapt_affine);
  for (int32_t v = 0; v < num_vertices; ++v) {
    const ulna_blend_vertex* from = &src[v];
    ULNA_INDEX* const indices = &mesh.indices[4 * (size_t)v];
    float* const weights = &mesh.weights[ULNA_STORED_WEIGHTS * (size_t)v];
    float sum = 0;
    ulna_adapt_set_vertex(&mesh.in[v], from->position, from->normal);
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
  ulna_adapt_skin(dst, num_vertices, mesh);
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
  for (size_t i = 0; i < size; ++i)
    ulna_adapt_set_mat44(&mesh.palette[i], &palette[i], ulna_adapt_affine);
  for (int32_t v = 0; v < num_verts; ++v)
    ulna_adapt_set_vertex(&mesh.in[v], src[v].position, src[v].normal);
  for (size_t i = 0; i < num_influences; ++i) mesh.indices[i] = (ULNA_INDEX)joint_indices[i];
  memcpy(mesh.weights, joint_weights, num_influences * sizeof *joint_weights);
  ulna_adapt_skin(dst, num_verts, mesh);
}
#endif

#endif
