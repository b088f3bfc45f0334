#include "../common/operations.h"
#include "blend_rows.h"

void blend_vertices(ulna_mesh_vertex* dst, const ulna_blend_vertex* src, int32_t num_vertices,
                    const ulna_mat44* matrices, int32_t num_weights) {
  blend(dst, src, num_vertices, num_weights,
        [=](const ulna_blend_vertex&, int32_t k) -> const ulna_mat44& { return matrices[k]; });
}
