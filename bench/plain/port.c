/* The kernels as the papers have them before anything is optimised. Slerp and Lerp of Slerping
 * Clock Cycles, sections 3 and 4: the angle from an arc cosine, functions in double, every variable
 * a float. The two skinning loops of Fast Skinning, sections 3 and 4, the jump over all influences
 * but the first of section 2, the first loops of Skinning it to 11 and those for sorted streams,
 * and the first of Davies' for one number of influences. And the inverse square root of Slerping
 * Clock Cycles, section 5, whose first guess halves and negates the exponent. The operations of
 * Direct3D 9's kind, of which no paper has a listing, are in the other files.
 *
 * As `plain`, what the papers' numbers are relative to. With ULNA_FLOAT_FUNCTIONS also the
 * functions are of floats: what one would write in C today, and, compiled without vectorisation,
 * the `baseline` of the benchmarks. Not a port that is offered to anybody. */
#ifdef ULNA_FLOAT_FUNCTIONS
#include <tgmath.h> /* sin(float) is sinf */
typedef float real;
#else
#include <math.h>
typedef double real;
#endif
#include "blend.h"
#include "matrices.h"
#include "operations.h"
#include "uniform.h"

static void slerp_towards(ulna_vec4* a, const ulna_vec4* b, float t) {
  const float cosine = cosine_of(a, b);
  const float magnitude = (float)fabs(cosine);
  float scale_a = 1.0f - t, scale_b = t;
  if (1.0f - magnitude > 1e-6f) {
    const float angle = (float)acos(magnitude);
    const float inverse_sine = (float)((real)1 / sin(angle));
    scale_a = (float)(sin((1.0f - t) * angle) * inverse_sine);
    scale_b = (float)(sin(t * angle) * inverse_sine);
  }
  add_scaled(a, scale_a, b, cosine >= 0.0f ? scale_b : -scale_b);
}

static void lerp_towards(ulna_vec4* a, const ulna_vec4* b, float t) {
  add_scaled(a, 1.0f - t, b, cosine_of(a, b) >= 0.0f ? t : -t);
  scale_by(a, (float)((real)1 / sqrt(cosine_of(a, a))));
}

BLEND(slerp_joints, slerp_towards)
BLEND(lerp_joints, lerp_towards)
SINGLE(slerp, slerp_towards)
SINGLE(nlerp, lerp_towards)

static float row_dot(const float* row, const ulna_vec4* v) {
  return row[0] * v->x + row[1] * v->y + row[2] * v->z + row[3] * v->w;
}

static const float* matrix_of(const ulna_joint_mat* joints, const ulna_joint_weight* weight) {
  return joints[weight->joint_mat_offset / (int32_t)sizeof *joints].m;
}

static int is_last(const ulna_joint_weight* weight) {
  return weight->next_vertex_offset == (int32_t)sizeof *weight;
}

static void transform_verts(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
                            const ulna_vec4* base, const ulna_joint_weight* weights, int32_t num) {
  (void)num;
  for (; num_verts > 0; --num_verts, ++verts) {
    float x = 0, y = 0, z = 0;
    do {
      const float* m = matrix_of(joints, weights);
      x += row_dot(m, base);
      y += row_dot(m + 4, base);
      z += row_dot(m + 8, base++);
    } while (!is_last(weights++));
    verts->position.x = x;
    verts->position.y = y;
    verts->position.z = z;
  }
}

static void put(ulna_vec4* to, const float* m, const ulna_vec4* v) {
  to->x = row_dot(m, v);
  to->y = row_dot(m + 4, v);
  to->z = row_dot(m + 8, v);
}

static void put_vertex(ulna_vertex* to, const float* m, const ulna_vec4* base) {
  put(&to->position, m, &base[0]);
  put(&to->normal, m, &base[1]);
  put(&to->tangent, m, &base[2]);
}

static void transform_verts_and_tangents(ulna_vertex* verts, int32_t num_verts,
                                         const ulna_joint_mat* joints, const ulna_vec4* base,
                                         const ulna_joint_weight* weights, int32_t num) {
  (void)num;
  for (; num_verts > 0; --num_verts, ++verts, base += 3) {
    float m[12] = {0};
    do {
      const float* joint = matrix_of(joints, weights);
      add_weighted(m, weights->weight, joint);
      add_weighted(m + 4, weights->weight, joint + 4);
      add_weighted(m + 8, weights->weight, joint + 8);
    } while (!is_last(weights++));
    put_vertex(verts, m, base);
  }
}

static void transform_verts_and_tangents_lod(ulna_vertex* verts, int32_t num_verts,
                                             const ulna_joint_mat* joints, const ulna_vec4* base,
                                             const ulna_joint_weight* weights, int32_t num) {
  (void)num;
  for (; num_verts > 0; --num_verts, ++verts, base += 3) {
    float m[12]; /* what is written could be a matrix, for all that compilers know */
    memcpy(m, matrix_of(joints, weights), sizeof m);
    put_vertex(verts, m, base);
    weights += weights->next_vertex_offset / (int32_t)sizeof *weights;
  }
}

/* Skinning it to 11, the first implementation: the weighted matrix of four influences, whether they
 * weigh something or not. `floats` are those of a vertex. */
FOR_EACH_LAYOUT void skin_whole(float* to, const float* from, int32_t floats, int32_t count,
                                const ulna_mat44* palette, const uint16_t* indices,
                                const float* weights) {
  for (; count > 0; --count, to += floats, from += floats, indices += 4, weights += 4) {
    float m[16] = {0};
    for (int k = 0; k < 4; ++k) add_matrix(m, weights[k], palette[indices[k]].m);
    put_position(to, from, m);
    put_normal(to + 3, from + 3, m);
    if (floats > 6) memcpy(to + 6, from + 6, sizeof *to * (size_t)(floats - 6));
  }
}

static void skin_interleaved_verts(ulna_textured_vertex* dst, const ulna_textured_vertex* src,
                                   const ulna_mat44* palette, const uint16_t* joint_indices,
                                   const float* joint_weights, int32_t num_verts) {
  skin_whole((float*)dst, (const float*)src, 8, num_verts, palette, joint_indices, joint_weights);
}

/* The same, split into streams of what is skinned and what is not. */
static void skin_split_verts(ulna_mesh_vertex* dst, const ulna_mesh_vertex* src,
                             const ulna_mat44* palette, const uint16_t* joint_indices,
                             const float* joint_weights, int32_t num_verts) {
  skin_whole((float*)dst, (const float*)src, 6, num_verts, palette, joint_indices, joint_weights);
}

/* With vertices sorted: four loops, of which this is each. */
static void skin_group(ulna_vec4* to, const ulna_vec4* from, int32_t count, int32_t influences,
                       const ulna_mat44* palette, const uint16_t* indices, const float* weights) {
  for (; count > 0; --count, ++to, ++from, indices += influences) {
    float m[16] = {0};
    for (int32_t k = 0; k < influences; ++k)
      add_matrix(m, influences == 1 ? 1.0f : weights[k], palette[indices[k]].m);
    if (influences > 1) weights += influences;
    to->x = from->x * m[0] + from->y * m[4] + from->z * m[8] + from->w * m[12];
    to->y = from->x * m[1] + from->y * m[5] + from->z * m[9] + from->w * m[13];
    to->z = from->x * m[2] + from->y * m[6] + from->z * m[10] + from->w * m[14];
    to->w = from->x * m[3] + from->y * m[7] + from->z * m[11] + from->w * m[15];
  }
}

static void skin_sorted_verts(ulna_vec4* positions, ulna_vec4* normals,
                              const ulna_vec4* src_positions, const ulna_vec4* src_normals,
                              const ulna_mat44* palette, const uint16_t* joint_indices,
                              const float* joint_weights, const int32_t counts[4]) {
  for (int32_t k = 1; k <= 4; ++k) {
    const int32_t count = counts[k - 1];
    skin_group(positions, src_positions, count, k, palette, joint_indices, joint_weights);
    positions += count;
    src_positions += count;
    if (normals) {
      skin_group(normals, src_normals, count, k, palette, joint_indices, joint_weights);
      normals += count;
      src_normals += count;
    }
    joint_indices += k * count;
    if (k > 1) joint_weights += k * count;
  }
}

static inline float column_dot(const float* column, int32_t step, const float* v) {
  return v[0] * column[0] + v[1] * column[step] + v[2] * column[2 * step];
}

/* Davies, figure 3: each influence multiplies the position and the normal. */
FOR_EACH_LAYOUT void skin_direct(ulna_mesh_vertex* to, const float* position, const float* normal,
                                 const float* matrices, layout at, const uint8_t* indices,
                                 const float* weights, int32_t num_influences) {
  float x = 0, y = 0, z = 0, n[3] = {0};
  for (int32_t k = 0; k < num_influences; ++k) {
    const float* a = matrices + at.floats * indices[k];
    const float *b = a + at.by_column, *c = b + at.by_column;
    const int32_t step = at.by_row;
    x += weights[k] * (column_dot(a, step, position) + a[3 * step]);
    y += weights[k] * (column_dot(b, step, position) + b[3 * step]);
    z += weights[k] * (column_dot(c, step, position) + c[3 * step]);
    n[0] += weights[k] * column_dot(a, step, normal);
    n[1] += weights[k] * column_dot(b, step, normal);
    n[2] += weights[k] * column_dot(c, step, normal);
  }
  to->position[0] = x;
  to->position[1] = y;
  to->position[2] = z;
  put_unit(to->normal, n);
}

UNIFORM(skin_direct)

static void transform_verts_lod(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
                                const ulna_vec4* base, const ulna_joint_weight* weights,
                                int32_t num) {
  (void)num;
  for (; num_verts > 0; --num_verts, ++verts) {
    const float* m = matrix_of(joints, weights);
    const float scale = 1.0f / base->w;
    verts->position.x = row_dot(m, base) * scale;
    verts->position.y = row_dot(m + 4, base) * scale;
    verts->position.z = row_dot(m + 8, base) * scale;
    const int32_t influences = weights->next_vertex_offset / (int32_t)sizeof *weights;
    weights += influences;
    base += influences;
  }
}

static void reciprocal_sqrt(float* out, const float* in, int32_t n) {
  for (int32_t i = 0; i < n; ++i) out[i] = guessed_inverse_root(in[i]);
}

const ulna_port* ulna_port_v1(void) {
  static const ulna_port port = {.struct_size = sizeof(ulna_port),
                                 .name = sizeof(real) == sizeof(float) ? "baseline" : "plain",
                                 .cpu_features = "",
                                 .transform_verts = transform_verts,
                                 .transform_verts_and_tangents = transform_verts_and_tangents,
                                 .slerp_joints = slerp_joints,
                                 .lerp_joints = lerp_joints,
                                 .bone_offset_matrices = bone_offset_matrices,
                                 .combine_bones = combine_bones,
                                 .update_skinned_mesh = update_skinned_mesh,
                                 .blend_vertices = blend_vertices,
                                 .blend_vertices_indexed = blend_vertices_indexed,
                                 .tween_verts = tween_verts,
                                 .derive_bitangents = derive_bitangents,
                                 .skin_sorted_verts = skin_sorted_verts,
                                 .transform_verts_and_tangents_lod =
                                     transform_verts_and_tangents_lod,
                                 .skin_aos_verts = skin_aos_verts,
                                 .reorder_palette = reorder_palette,
                                 .skin_soa_verts = skin_soa_verts,
                                 .skin_interleaved_verts = skin_interleaved_verts,
                                 .skin_split_verts = skin_split_verts,
                                 .slerp = slerp,
                                 .nlerp = nlerp,
                                 .sort_verts_by_influences = sort_verts_by_influences,
                                 .transform_verts_lod = transform_verts_lod,
                                 .blend_vertex_buffer = blend_vertex_buffer,
                                 .reciprocal_sqrt = reciprocal_sqrt};
  return &port;
}
