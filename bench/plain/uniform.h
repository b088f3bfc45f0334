/* What the forms of Davies' skinning loop have in common, in plain C. */
#ifndef ULNA_BENCH_UNIFORM_H
#define ULNA_BENCH_UNIFORM_H

#include <math.h>
#include <ulna/port.h>

/* A function of a layout is to cost what one for this layout alone would. */
#define FOR_EACH_LAYOUT static inline __attribute__((always_inline))

/* Where row r and column c of a matrix is: at by_row * r + by_column * c. */
typedef struct layout {
  int32_t floats, by_row, by_column;
} layout;

static const layout palette_layout = {16, 4, 1};
static const layout reordered_layout = {12, 1, 4};

static inline void put_unit(float* to, const float* n) {
  const float scale = 1.0f / sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  to[0] = n[0] * scale;
  to[1] = n[1] * scale;
  to[2] = n[2] * scale;
}

/* Defines the operations by skin(to, position, normal, matrices, layout, indices, weights,
 * num_influences), which skins a vertex. */
#define UNIFORM(skin)                                                                              \
  static void skin_aos_verts(ulna_mesh_vertex* dst, const float* positions, const float* normals,  \
                             const ulna_mat44* palette, const uint8_t* joint_indices,              \
                             const float* joint_weights, int32_t num_influences,                   \
                             int32_t num_verts) {                                                  \
    for (; num_verts > 0; --num_verts, ++dst) {                                                    \
      skin(dst, positions, normals, palette->m, palette_layout, joint_indices, joint_weights,      \
           num_influences);                                                                        \
      positions += 3, normals += 3;                                                                \
      joint_indices += num_influences, joint_weights += num_influences;                            \
    }                                                                                              \
  }                                                                                                \
                                                                                                   \
  static void reorder_palette(ulna_joint_mat* joints, const ulna_mat44* palette,                   \
                              int32_t num_joints) {                                                \
    for (; num_joints > 0; --num_joints, ++joints, ++palette)                                      \
      for (int c = 0; c < 3; ++c)                                                                  \
        for (int r = 0; r < 4; ++r) joints->m[4 * c + r] = palette->m[4 * r + c];                  \
  }                                                                                                \
                                                                                                   \
  static void skin_soa_verts(ulna_mesh_vertex* dst, const ulna_soa_verts* src,                     \
                             const ulna_joint_mat* joints, const uint8_t* joint_indices,           \
                             const float* joint_weights, int32_t num_influences,                   \
                             int32_t num_verts) {                                                  \
    for (int32_t i = 0; i < num_verts; ++i, ++dst) {                                               \
      const float position[] = {src->x[i], src->y[i], src->z[i]};                                  \
      const float normal[] = {src->nx[i], src->ny[i], src->nz[i]};                                 \
      skin(dst, position, normal, joints->m, reordered_layout, joint_indices, joint_weights,       \
           num_influences);                                                                        \
      joint_indices += num_influences, joint_weights += num_influences;                            \
    }                                                                                              \
  }

#endif
