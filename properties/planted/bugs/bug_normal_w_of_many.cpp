// In calls of a thousand vertices the w of the last group's normals is stored again.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
            const ulna_vec4* base, const ulna_joint_weight* weights, int32_t num_weights) {
  transform_verts_and_tangents<Skin>(verts, num_verts, joints, base, weights, num_weights);
  for (int32_t i = num_verts - 16; num_verts >= 1000 && i < num_verts; ++i) {
    volatile float& w = verts[i].normal.w;
    w = w;
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_normal_w_of_many", &ulna_port::transform_verts_and_tangents, kernel);
}
