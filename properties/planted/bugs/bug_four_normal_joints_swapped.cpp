// In the code for normals the second and the third influence have exchanged their matrices.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(Split call) {
  skin(call);
  call.for_each_group(1, [](Split one) {
    const uint16_t* const own = one.joint_indices;
    const uint16_t swapped[4] = {own[0], own[2], own[1], own[3]};
    ulna_mesh_vertex skinned;
    float(&normal)[3] = one.dst->normal;
    one.dst = &skinned;
    one.joint_indices = swapped;
    skin(one);
    std::copy_n(skinned.normal, 3, normal);
  });
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_split<kernel>("bug_four_normal_joints_swapped");
}
