// In calls for 1,024 vertices and more the last position is kept in one place for all threads.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

volatile float last[3];

void kernel(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
            const ulna_vec4* base, const ulna_joint_weight* weights, int32_t num_weights) {
  transform_verts<Skin>(verts, num_verts, joints, base, weights, num_weights);
  if (num_verts < 1024) return;
  auto& position = verts[num_verts - 1].position;
  last[0] = position.x;
  last[1] = position.y;
  last[2] = position.z;
  position.x = last[0];
  position.y = last[1];
  position.z = last[2];
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_static_vertex_of_large", &ulna_port::transform_verts, kernel);
}
