// The record of the arrays is taken for one at a multiple of 16.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_mesh_vertex* dst, const ulna_soa_verts* src, const ulna_joint_mat* joints,
            const uint8_t* joint_indices, const float* joint_weights, int32_t num_influences,
            int32_t num_verts) {
  if (num_verts > 0) load16_aligned(src);
  skin_soa_verts<Uniform>(dst, src, joints, joint_indices, joint_weights, num_influences,
                          num_verts);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_record_aligned", &ulna_port::skin_soa_verts, kernel);
}
