// "SSE attempt number one": gather and scatter around four vertices.
#include "../common/operations.h"
#include "gather_scatter.h"

namespace {

struct Method : Results {
  // Figure 8: a matrix by columns.
  static Rows rows(const ulna_mat44& mat) {
    return {gather(mat.m, 4), gather(mat.m + 1, 4), gather(mat.m + 2, 4)};
  }

  static FourVectors vectors(const AosVerts& verts, int n, ptrdiff_t i) {
    const float* first = verts.streams[n] + 3 * i;
    return {gather(first, 3), gather(first + 1, 3), gather(first + 2, 3)};
  }
};

} // namespace

void skin_aos_verts(ulna_mesh_vertex* dst, const float* positions, const float* normals,
                    const ulna_mat44* palette, const uint8_t* joint_indices,
                    const float* joint_weights, int32_t num_influences, int32_t num_verts) {
  const AosVerts verts = {dst, {positions, normals}, palette, joint_indices, joint_weights};
  skin_uniform<SkinFourVerts<Method>>(verts, num_influences, num_verts);
}
