// Reads the first normal, where there is nothing to skin too.
#include "../sorted_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_vec4* positions, ulna_vec4* normals, const ulna_vec4* src_positions,
            const ulna_vec4* src_normals, const ulna_mat44* palette, const uint16_t* joint_indices,
            const float* joint_weights, const int32_t* counts) {
  if (src_normals) static_cast<void>(*static_cast<const volatile float*>(&src_normals->x));
  skin_sorted_verts(positions, normals, src_positions, src_normals, palette, joint_indices,
                    joint_weights, counts);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_normal_of_nothing", &ulna_port::skin_sorted_verts, kernel);
}
