/* The second form of Davies' loop: the matrices of a vertex are weighted and added up, so that its
 * position and its normal are multiplied once. The first is in port.c. */
#include "uniform.h"

/* What a component of a vertex is made of. */
typedef struct column {
  float x, y, z, move;
} column;

static inline void add_weighted(column* sum, float weight, const float* from, int32_t step) {
  sum->x += weight * from[0];
  sum->y += weight * from[step];
  sum->z += weight * from[2 * step];
  sum->move += weight * from[3 * step];
}

static inline float turned(const float* v, column by) {
  return v[0] * by.x + v[1] * by.y + v[2] * by.z;
}

FOR_EACH_LAYOUT void skin_collapsed(ulna_mesh_vertex* to, const float* position,
                                    const float* normal, const float* matrices, layout at,
                                    const uint8_t* indices, const float* weights,
                                    int32_t num_influences) {
  column a = {0}, b = {0}, c = {0};
  for (int32_t k = 0; k < num_influences; ++k) {
    const float* joint = matrices + at.floats * indices[k];
    add_weighted(&a, weights[k], joint, at.by_row);
    add_weighted(&b, weights[k], joint + at.by_column, at.by_row);
    add_weighted(&c, weights[k], joint + 2 * at.by_column, at.by_row);
  }
  to->position[0] = turned(position, a) + a.move;
  to->position[1] = turned(position, b) + b.move;
  to->position[2] = turned(position, c) + c.move;
  const float n[] = {turned(normal, a), turned(normal, b), turned(normal, c)};
  put_unit(to->normal, n);
}

UNIFORM(skin_collapsed)

const ulna_port* ulna_port_v1(void) {
  static const ulna_port port = {.struct_size = sizeof(ulna_port),
                                 .name = "collapsed",
                                 .cpu_features = "",
                                 .skin_aos_verts = skin_aos_verts,
                                 .reorder_palette = reorder_palette,
                                 .skin_soa_verts = skin_soa_verts};
  return &port;
}
