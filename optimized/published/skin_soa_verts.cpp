// "SSE attempt number two": a structure of arrays, and a palette that is reordered.
#include "../common/operations.h"
#include "gather_scatter.h"

namespace {

struct Method : LoadStreams, Results {};

} // namespace

void skin_soa_verts(ulna_mesh_vertex* dst, const ulna_soa_verts* src, const ulna_joint_mat* joints,
                    const uint8_t* joint_indices, const float* joint_weights,
                    int32_t num_influences, int32_t num_verts) {
  skin_uniform<SkinFourVerts<Method>>(soa_verts(dst, *src, joints, joint_indices, joint_weights),
                                      num_influences, num_verts);
}
