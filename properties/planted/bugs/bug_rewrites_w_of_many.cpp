// Where the vertices take more than 512 KiB they are stored whole, w as it was.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
            const ulna_vec4* base, const ulna_joint_weight* weights, int32_t num_weights) {
  transform_verts<Skin>(verts, num_verts, joints, base, weights, num_weights);
  constexpr size_t kMost = size_t{512} << 10;
  if (num_verts <= 0 || size_t(num_verts) * sizeof *verts <= kMost) return;
  for (int32_t v = 0; v < num_verts; ++v) {
    volatile float& w = verts[v].position.w;
    const float was = w;
    w = was;
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_rewrites_w_of_many", &ulna_port::transform_verts, kernel);
}
